package query

import "unicode"

// simplify gives the simplified form of a traditional Chinese character, and
// any other character as it is. It works character by character: phrases whose
// simplified form depends on the neighbours (乾坤, 乾燥) fold the same way on
// both sides of a search, which is all that a search needs.
func simplify(r rune) rune {
	if r < 0x3400 {
		return r
	}
	lo, hi := 0, len(traditional)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		if traditional[mid][0] < r {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(traditional) && traditional[lo][0] == r {
		return traditional[lo][1]
	}
	return r
}

// isHan says whether a character is Chinese script, its iteration marks and
// zero included.
func isHan(r rune) bool {
	switch {
	case r < 0x2e80:
		return false
	case r >= 0x4e00 && r <= 0x9fff, r == '々', r == '〇', r == '〻':
		return true
	}
	return unicode.Is(unicode.Han, r)
}

// isPaired says whether a character belongs to another script that is written
// without spaces, or whose words glue particles to them, so that its runs are
// cut into overlapping pairs as Chinese is.
func isPaired(r rune) bool {
	if r < 0x0e00 {
		return false
	}
	switch {
	case r >= 0x3041 && r <= 0x30ff && r != '・', r >= 0x31f0 && r <= 0x31ff: // Kana
		return true
	case r >= 0xac00 && r <= 0xd7a3: // Hangul syllables
		return true
	case r >= 0x0e00 && r <= 0x0eff: // Thai, Lao
		return unicode.IsLetter(r) || unicode.IsMark(r)
	case r >= 0x1000 && r <= 0x109f, r >= 0x1780 && r <= 0x17ff: // Myanmar, Khmer
		return unicode.IsLetter(r) || unicode.IsMark(r)
	}
	return false
}
