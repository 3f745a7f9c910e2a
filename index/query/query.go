package query

// Query is a prompt as it is understood: what it asks for, clause by clause,
// without what it says not to look at. The zero Query asks nothing.
type Query struct {
	Units   []Unit   // what is asked, in the order of the prompt
	Atoms   []Atom   // every kept sign and word, for the search of hit words inside the prompt
	Changes []Change // clauses that announce a change of habit
}

// Kind is the kind of a unit.
type Kind uint8

// The kinds of units.
const (
	Word       Kind = iota // a word of a language with blanks
	Pair                   // two neighbouring signs of a script of pairs
	Sign                   // one such sign that stands alone
	Number                 // digits alone
	Identifier             // a name of a program: whole identifier, file tail, version, error code
)

// Unit is one thing that is asked. A stored text answers it when it has Term or
// all terms of one of Alts.
type Unit struct {
	Text   string // as the prompt has it, folded
	Term   string // index term
	Kind   Kind
	Common Common
	Loose  bool  // counts when found, is not missed when absent: function signs, wholes of identifiers beside their parts
	First  int   // index of its first atom
	Last   int   // index of its last atom
	Alts   []Alt // other words for the same thing
}

// AltKind says where an alternative comes from.
type AltKind uint8

// The sources of alternatives.
const (
	Synonym AltKind = iota // built-in group
	Alias                  // retrieval_aliases of the memory's configuration
)

// Alt is another word for a unit.
type Alt struct {
	Kind  AltKind
	Word  string   // as the group has it
	Terms []string // all of them must be found
}

// Atom is the smallest piece of which hit words are made: a word token or one
// sign of a script of pairs. Keys of hit words inside a prompt are the joined
// texts of neighbouring atoms (see Query.Window).
type Atom struct {
	Text    string   // what Key makes of it
	Surface string   // as the prompt has it, folded
	Term    string   // an index term that every text with this atom has
	Pair    string   // index term of the atom before and this one, when both are in one run; else ""
	Gap     bool     // a clause or something negated ends before this atom: no key spans it
	Latin   bool     // a word token: keys put a blank between two of them
	Inner   []string // keys of several parts inside an identifier: "maxopenconns" in SetMaxOpenConns
}

// Change is a clause with a mark of change (改用, 以后, from now on, instead of).
type Change struct {
	Text  string   // the clause, folded, in one line
	Terms []string // its content terms
}

// Window gives the key of atoms [from, to) as Key would make it.
func (q *Query) Window(from, to int) string {
	n := 0
	for _, a := range q.Atoms[from:to] {
		n += len(a.Text) + 1
	}
	b := make([]byte, 0, n)
	for i := from; i < to; i++ {
		if i > from && q.Atoms[i].Latin && q.Atoms[i-1].Latin && !numbered(q.Atoms[i-1].Text, q.Atoms[i].Text) {
			b = append(b, ' ')
		}
		b = append(b, q.Atoms[i].Text...)
	}
	return string(b)
}

// Surface gives atoms [from, to) as people are shown them: as the prompt has them, folded, with a
// blank between two words.
func (q *Query) Surface(from, to int) string {
	var b []byte
	for i := from; i < to; i++ {
		if i > from && q.Atoms[i].Latin && q.Atoms[i-1].Latin {
			b = append(b, ' ')
		}
		b = append(b, q.Atoms[i].Surface...)
	}
	return string(b)
}

// Terms gives every term that a query may look up, each once: units, their
// alternatives and atoms.
func (q *Query) Terms() []string {
	seen := make(map[string]struct{}, 4*len(q.Units))
	var out []string
	add := func(t string) {
		if t == "" {
			return
		}
		if _, ok := seen[t]; !ok {
			seen[t] = struct{}{}
			out = append(out, t)
		}
	}
	for _, u := range q.Units {
		add(u.Term)
		for _, a := range u.Alts {
			for _, t := range a.Terms {
				add(t)
			}
		}
	}
	for _, a := range q.Atoms {
		add(a.Term)
		add(a.Pair)
	}
	return out
}
