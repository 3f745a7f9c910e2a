package rank

// tally is what one candidate has of the prompt.
type tally struct {
	asked    int // weight of what can be missed, and of the rest that was found
	found    int // weight of what was found
	mass     int // the same, titles counted more: for the order
	proof    int // the same, titles that others have too counted less: for the decision
	distinct int // words found that can be missed, and identifiers
	pairs    int // pairs found, loose ones too
	missed   int // weight of what was asked and not found
	specific int // weight of the rarest word found
}

// tally counts what a candidate has of the prompt.
//
// Signs in a row are about half as many words, so of the pairs of a run each second one is no
// new term: 机器人 is one word. A run of rare pairs is a name, and what is in a name is
// rarely met by chance: there each counts. A loose pair is a term in a title alone.
func (s *scorer) tally(match []Match, shared bool) tally {
	var t tally
	pair, word := -1, -1 // the last of each that was found
	run := 0             // pairs in a row that are not loose, up to the last
	for i, u := range s.in.Units {
		w, m := s.w[i], match[i]
		if m.Share == 0 {
			if !u.Loose {
				t.asked += w
				t.missed += w
			}
			continue
		}
		next := u.Pair && pair >= 0 && s.in.Units[pair].Last == u.First
		got := w * m.Share / 100
		named := m.inTitle() && !(shared && m.Fields&HitWords == 0) // in a title of its own
		t.asked += w
		t.found += got
		t.add(u, next, Gain(w, m), got, named || !m.inTitle())
		if u.Pair {
			t.pairs++
			switch {
			case u.Loose:
				run = 0
				if named {
					t.distinct++
				}
			default:
				if run++; !next {
					run = 1
				}
				if run%2 == 1 || u.Class == 0 && s.in.Units[pair].Class == 0 {
					t.distinct++
				}
				if named && u.Class == 0 {
					t.specific = max(t.specific, w)
				}
			}
			pair = i
			continue
		}
		if word >= 0 && s.in.Units[word].Last+1 == u.First && m.inTitle() && match[word].inTitle() {
			t.mass += got * nameGain / 100
			t.proof += got * nameGain / 100
		}
		word = i
		if !u.Loose || u.Strong {
			t.distinct++
			if u.Class == 0 && !u.Short {
				t.specific = max(t.specific, w)
			}
		}
	}
	return t
}

// add counts what a unit brings: gain to the mass, and as much to the proof unless it is in a title that
// others have too. A pair behind a pair that was found shares a sign with it and brings one.
func (t *tally) add(u Unit, next bool, gain, got int, own bool) {
	proof := gain
	if !own {
		proof = got * sharedTitle / 100
	}
	if u.Pair {
		signs := 2
		if next {
			signs = 1
		}
		gain = gain * signs * signShare / 100
		proof = proof * signs * signShare / 100
	}
	t.mass += gain
	t.proof += proof
}
