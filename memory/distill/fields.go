package distill

import (
	"strings"
	"unicode"
)

// field is a key of a capture form.
type field uint8

const (
	noField field = iota
	fieldTitle
	fieldHitWords
	fieldConclusion
	fieldSupersedes
	fieldNode
	fieldRequestID
)

// fieldOf reads a key in any letter case: "hit_words", "Hit Words", "hitWords", "命中词".
func fieldOf(key string) field {
	if len(key) > 40 {
		return noField
	}
	key = strings.Map(func(r rune) rune {
		switch r {
		case '_', '-', ' ', '*', '`', '"':
			return -1
		}
		return unicode.ToLower(r)
	}, key)
	switch key {
	case "title", "标题", "標題":
		return fieldTitle
	case "hitwords", "hitword", "命中词", "命中詞":
		return fieldHitWords
	case "conclusion", "结论", "結論":
		return fieldConclusion
	case "supersedes", "替代", "取代":
		return fieldSupersedes
	case "node", "节点", "節點":
		return fieldNode
	case "requestid", "请求号", "請求號":
		return fieldRequestID
	}
	return noField
}

// set puts a text into the field that it belongs to.
func (f *form) set(which field, value string) {
	value = strings.TrimSpace(value)
	switch which {
	case fieldTitle:
		f.title = unquote(value)
	case fieldHitWords:
		f.hitWords = append(f.hitWords, list(value)...)
	case fieldConclusion:
		f.conclusion = unquote(value)
	case fieldSupersedes:
		f.supersedes = append(f.supersedes, list(value)...)
	case fieldNode:
		f.node = unquote(value)
	case fieldRequestID:
		f.requestID = unquote(value)
	}
}

// list cuts "[a, b]", "a、b" or lines "- a" into their elements.
func list(value string) []string {
	value = strings.TrimSpace(value)
	if strings.HasPrefix(value, "[") && strings.HasSuffix(value, "]") {
		value = value[1 : len(value)-1]
	}
	var elements []string
	for e := range strings.FieldsFuncSeq(value, isSeparator) {
		e = strings.TrimSpace(e)
		if rest, ok := strings.CutPrefix(e, "- "); ok {
			e = strings.TrimSpace(rest)
		} else if rest, ok := strings.CutPrefix(e, "* "); ok {
			e = strings.TrimSpace(rest)
		}
		if e = unquote(e); e != "" && !isEmpty(e) {
			elements = append(elements, e)
		}
	}
	return elements
}

func isSeparator(r rune) bool {
	switch r {
	case ',', '，', '、', ';', '；', '\n':
		return true
	}
	return false
}

// unquote takes one pair of quotes or backticks off a value that stands in it whole.
func unquote(s string) string {
	if len(s) >= 2 && strings.IndexByte("\"'`", s[0]) >= 0 && s[len(s)-1] == s[0] && strings.Count(s, s[:1]) == 2 {
		return strings.TrimSpace(s[1 : len(s)-1])
	}
	return s
}
