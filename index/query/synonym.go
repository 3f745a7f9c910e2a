package query

// synonyms are the built-in groups: the six things that engineers of both
// languages ask for most and name differently. Groups are parted by ";", words
// by ",".
const synonyms = "乱码,garbled,mojibake;" +
	"部署,发布,上线,deploy,deployment,rollout,release;" +
	"备份,backup,back up;" +
	"并发,并行,concurrency,concurrent,parallel;" +
	"超时,timeout,timed out,time out,deadline;" +
	"回滚,回退,rollback,roll back,revert"

// group is one group of words that mean the same.
type group struct {
	kind  AltKind
	words []groupWord
}

type groupWord struct {
	text  string
	atoms []Atom
	terms []string
}

// groups reads the built-in groups and those of the configuration.
func groups(aliases [][]string) []group {
	var out []group
	for _, line := range splitList(synonyms, ';') {
		out = appendGroup(out, Synonym, splitList(line, ','))
	}
	for _, words := range aliases {
		out = appendGroup(out, Alias, words)
	}
	return out
}

func appendGroup(gs []group, k AltKind, words []string) []group {
	g := group{kind: k}
	for _, w := range words {
		rs := fold(w)
		gw := groupWord{text: w}
		for _, t := range lex(rs) {
			gw.atoms = appendAtoms(gw.atoms, rs, t)
		}
		for i, a := range gw.atoms {
			switch {
			case a.Latin:
				gw.terms = append(gw.terms, a.Term)
			case a.Pair != "":
				gw.terms = append(gw.terms, a.Pair)
			case i+1 == len(gw.atoms) || gw.atoms[i+1].Pair == "":
				gw.terms = append(gw.terms, a.Term)
			}
		}
		if len(gw.terms) > 0 {
			g.words = append(g.words, gw)
		}
	}
	if len(g.words) > 1 {
		gs = append(gs, g)
	}
	return gs
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

func (q *Query) atomsAt(at int, want []Atom) bool {
	for i, a := range want {
		if have := q.Atoms[at+i]; have.Term != a.Term || i > 0 && have.Gap {
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
