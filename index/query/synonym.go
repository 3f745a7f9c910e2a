package query

import "strings"

// synonyms are the built-in groups: the six things that engineers of both
// languages ask for most and name differently. Groups are parted by ";", words
// by ","; after "=" stand the index terms of an English word, so that no
// stemmer runs for them at each prompt (a test holds them against Cut).
const synonyms = "乱码,garbled=garbl,mojibake=mojibak;" +
	"部署,发布,上线,deploy=deploy,deployment=deploy,rollout=rollout,release=releas;" +
	"备份,backup=backup,back up=back up;" +
	"并发,并行,concurrency=concurr,concurrent=concurr,parallel=parallel;" +
	"超时,timeout=timeout,timed out=time out,time out=time out,deadline=deadlin;" +
	"回滚,回退,rollback=rollback,roll back=roll back,revert=revert"

// group is one group of words that mean the same.
type group struct {
	kind  AltKind
	words []groupWord
}

type groupWord struct {
	text  string
	atoms []string // terms of its atoms, for the search in a prompt
	terms []string // index terms that a text with it has
}

// groups reads the built-in groups and those of the configuration.
func groups(aliases [][]string) []group {
	var out []group
	for _, line := range splitList(synonyms, ';') {
		g := group{kind: Synonym}
		for _, entry := range splitList(line, ',') {
			word, terms, latin := strings.Cut(entry, "=")
			w := groupWord{text: word}
			if latin {
				w.terms = strings.Fields(terms)
				w.atoms = w.terms
			} else {
				w.terms = []string{word}
				for _, r := range word {
					w.atoms = append(w.atoms, string(r))
				}
			}
			g.words = append(g.words, w)
		}
		out = append(out, g)
	}
	for _, words := range aliases {
		g := group{kind: Alias}
		for _, w := range words {
			if gw := newGroupWord(w); len(gw.terms) > 0 {
				g.words = append(g.words, gw)
			}
		}
		if len(g.words) > 1 {
			out = append(out, g)
		}
	}
	return out
}

// Groups gives the words of each built-in group, as they are written. The groups of a
// configuration are not among them.
func Groups() [][]string {
	var out [][]string
	for _, g := range groups(nil) {
		words := make([]string, len(g.words))
		for i, w := range g.words {
			words[i] = w.text
		}
		out = append(out, words)
	}
	return out
}

func newGroupWord(word string) groupWord {
	rs := fold(word)
	w := groupWord{text: word}
	var atoms []Atom
	for _, t := range lex(rs) {
		atoms = appendAtoms(atoms, rs, t)
	}
	for i, a := range atoms {
		w.atoms = append(w.atoms, a.Term)
		switch {
		case a.Latin:
			w.terms = append(w.terms, a.Term)
		case a.Pair != "":
			w.terms = append(w.terms, a.Pair)
		case i+1 == len(atoms) || atoms[i+1].Pair == "":
			w.terms = append(w.terms, a.Term)
		}
	}
	return w
}

func splitList(s string, sep byte) []string {
	var out []string
	start := 0
	for i := 0; i <= len(s); i++ {
		if i == len(s) || s[i] == sep {
			out = append(out, s[start:i])
			start = i + 1
		}
	}
	return out
}

// expand gives units the other words of each group that the prompt has a word of.
func (q *Query) expand(gs []group) {
	for _, g := range gs {
		for _, w := range g.words {
			for at := 0; at+len(w.atoms) <= len(q.Atoms); at++ {
				if q.atomsAt(at, w.atoms) {
					q.attach(at, at+len(w.atoms)-1, g, w)
				}
			}
		}
	}
}

func (q *Query) atomsAt(at int, want []string) bool {
	for i, term := range want {
		if have := q.Atoms[at+i]; have.Term != term || i > 0 && have.Gap {
			return false
		}
	}
	return true
}

// attach adds the alternatives of word w to the units that lie inside the atoms
// [first, last].
func (q *Query) attach(first, last int, g group, w groupWord) {
	for i := range q.Units {
		u := &q.Units[i]
		if u.First < first || u.Last > last {
			continue
		}
		for _, other := range g.words {
			if other.text != w.text && !u.has(other) {
				u.Alts = append(u.Alts, Alt{Kind: g.kind, Word: other.text, Terms: other.terms})
			}
		}
	}
}

func (u *Unit) has(w groupWord) bool {
	if len(w.terms) == 1 && w.terms[0] == u.Term {
		return true
	}
	for _, a := range u.Alts {
		if a.Word == w.text {
			return true
		}
	}
	return false
}
