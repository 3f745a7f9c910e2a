package rank

// tally is what one candidate has of the prompt.
type tally struct {
	asked    int // weight of what can be missed, and of the rest that was found
	due      int // the same for the decision: a pair that no chunk has counts less
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
				if u.Pair && u.DF == 0 {
					w = w * unknownPair / 100
				}
				t.due += w
			}
			continue
		}
		got := w * m.Share / 100
		t.asked += w
		t.due += w
		t.found += got
		t.mass += Gain(w, m)
		if shared && m.Fields&HitWords == 0 && m.inTitle() {
			t.proof += got * sharedTitle / 100
		} else {
			t.proof += Gain(w, m)
		}
		if u.Pair {
			t.pairs++
			next := pair >= 0 && s.in.Units[pair].Last == u.First
			if next {
				t.add(got * phraseGain / 100)
			}
			named := m.inTitle() && !(shared && m.Fields&HitWords == 0)
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
			t.add(got * nameGain / 100)
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

// add counts evidence that is more than its words.
func (t *tally) add(gain int) {
	t.mass += gain
	t.proof += gain
}
