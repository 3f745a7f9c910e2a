package distill

import (
	"strings"
	"unicode"
)

// isEmpty tells whether a conclusion says nothing: no letter in it, a placeholder, a
// question, or words for "not decided yet".
func isEmpty(s string) bool {
	s = strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "*_`"))
	if strings.IndexFunc(s, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }) < 0 {
		return true
	}
	if strings.HasSuffix(s, "?") || strings.HasSuffix(s, "？") {
		return true
	}
	for _, pair := range []string{"<>", "[]", "{}", "()"} {
		if s[0] == pair[0] && s[len(s)-1] == pair[1] && strings.IndexByte(s, pair[1]) == len(s)-1 {
			return true // <what was decided>
		}
	}
	return isOpen(s)
}

// isOpen tells whether the text begins by saying that nothing is decided. The words of the first
// list stand alone or before a separator; those of the second begin any such sentence.
func isOpen(s string) bool {
	s = strings.ToLower(s)
	for _, word := range []string{"pending", "tbd", "tba", "todo", "none", "n/a", "na", "nil", "null", "nothing", "unknown", "open", "undecided", "unclear",
		"-", "…", "no decision", "no conclusion", "not available", "wip", "deferred", "postponed",
		"暂无", "无", "没有", "待定", "未定", "未知", "空", "待补充", "略", "暫無", "無", "沒有", "待補充", "待议", "待議", "待确认", "待確認", "搁置", "擱置"} {
		if rest, ok := strings.CutPrefix(s, word); ok && endsWord(rest) {
			return true
		}
	}
	for _, start := range []string{"pending ", "tbd ", "none yet", "none so far", "nothing yet", "nothing was decided", "nothing decided", "nothing to ", "nothing new", "not yet", "not decided", "not made yet", "not taken yet",
		"no decision ", "no conclusion ", "none needed", "none was ", "none has ", "none taken", "none made", "none reached", "still open", "still pending", "still undecided", "to be ", "awaiting ", "waiting for ", "open until", "undecided ", "postponed ", "deferred ",
		"will be decided", "we have not decided", "we haven't decided", "yours to make", "up to you",
		"暂无", "暂未", "暂时没", "暂不下", "待定", "待议", "待确认", "待讨论", "待补充", "待评审", "尚未", "尚无", "尚待", "还没", "还未", "未定", "没有结论", "没有定", "没定", "无结论", "未形成", "未达成", "悬而未决", "再议", "等待", "由你决定", "由您决定",
		"暫無", "暫未", "尚無", "還沒", "還未", "待討論", "待議", "待確認", "沒有結論", "無結論", "未達成"} {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}

// endsWord tells whether a word ends before rest: at the end, or at a sign that is
// no part of a word ("pending.", "暂无，下周再看").
func endsWord(rest string) bool {
	for _, r := range rest {
		return strings.ContainsRune(".,;:!)(。，；：！、（）—–…\n", r)
	}
	return true
}

// isTentative tells whether a decision ends by saying that it is not verified:
// "Redis, I think (to be confirmed)".
func isTentative(s string) bool {
	s = strings.TrimRight(strings.ToLower(s), ".!。！)）]】*_ ")
	for _, end := range []string{"to be confirmed", "to be verified", "tbc", "not verified", "unverified", "not verified yet", "not yet verified",
		"needs confirmation", "needs verification", "not confirmed yet", "not confirmed", "unconfirmed", "to be discussed", "to be decided",
		"待验证", "待确认", "未验证", "未经验证", "有待验证", "有待确认", "待定", "尚未确认", "尚未验证", "待讨论", "再议",
		"待驗證", "待確認", "未驗證", "有待驗證", "有待確認", "尚未確認", "尚未驗證", "待討論", "再議"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}
