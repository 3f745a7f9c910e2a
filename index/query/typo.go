package query

// shortestTypo is the length in letters from which a word can be taken for another with a
// typing error: shorter ones have too many neighbours.
const shortestTypo = 5

// Mistyped finds the word of a text that this unit may be with one typing error: a letter
// too many, one missing, one wrong, or two swapped. Only plain words of at least five
// letters are looked for, and the first letter must be right. It gives the word as the text
// has it in lower case, "" when there is none.
func (u Unit) Mistyped(text string) string {
	typed := []rune(u.Text)
	for i, r := range typed {
		typed[i] = lower(r)
		if !('a' <= typed[i] && typed[i] <= 'z') {
			return ""
		}
	}
	if u.Kind != Word || u.Common != Rare || len(typed) < shortestTypo {
		return ""
	}
	rs := fold(text)
	for _, t := range lex(rs) {
		if t.kind != kindWord || t.end-t.start < shortestTypo-1 {
			continue
		}
		for _, part := range splitParts(rs[t.start:t.end]) {
			if w := []rune(part); len(w) >= shortestTypo && w[0] == typed[0] && oneEdit(typed, w) {
				return part
			}
		}
	}
	return ""
}

// oneEdit says whether one letter added, left out or changed, or one swap of neighbours,
// makes b of a (the distance 1 of Damerau).
func oneEdit(a, b []rune) bool {
	i := 0
	for i < len(a) && i < len(b) && a[i] == b[i] {
		i++
	}
	tail := func(x, y []rune) bool { return string(x) == string(y) }
	switch ra, rb := a[i:], b[i:]; len(ra) - len(rb) {
	case 1:
		return tail(ra[1:], rb)
	case -1:
		return tail(ra, rb[1:])
	case 0:
		return len(ra) > 0 && (tail(ra[1:], rb[1:]) || len(ra) > 1 && ra[0] == rb[1] && ra[1] == rb[0] && tail(ra[2:], rb[2:]))
	}
	return false
}
