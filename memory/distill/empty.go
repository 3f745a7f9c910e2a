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
	s = strings.ToLower(strings.TrimLeftFunc(s, func(r rune) bool { return !isLetterOrDigit(r) }))
	for _, word := range []string{"pending", "tbd", "tba", "todo", "none", "n/a", "na", "nil", "null", "nothing", "unknown", "open", "undecided", "unclear",
		"tbc", "waiting", "on hold", "parked", "not made", "not reached", "not final", "no", "no decision", "no conclusion", "not available", "wip", "deferred", "postponed",
		"暂无", "无", "没有", "待定", "未定", "未知", "空", "待补充", "略", "暫無", "無", "沒有", "待補充", "待议", "待議", "待确认", "待確認", "搁置", "擱置"} {
		if rest, ok := strings.CutPrefix(s, word); ok && endsWord(rest) {
			return true
		}
	}
	for _, start := range []string{"pending review", "pending approval", "pending confirmation", "pending feedback", "pending discussion", "pending further", "pending until", "pending on ", "pending a ", "pending the ", "pending input", "pending more", "tbd ", "none yet", "none so far", "nothing yet", "nothing was decided", "nothing decided", "nothing to ", "nothing new", "not yet", "not decided", "not made yet", "not taken yet",
		"no decision ", "no conclusion ", "none needed", "none was ", "none has ", "none taken", "none made", "none reached", "still open", "still pending", "still undecided", "to be ", "awaiting ", "waiting for ", "open until", "undecided ", "postponed ", "deferred ",
		"still in discussion", "still to ", "we'll decide", "we will decide", "let's ", "i'd say", "still under", "still being", "under discussion", "under review", "left open", "left to ", "on hold ", "waiting on ", "needs input", "needs more", "need more", "more data", "not enough", "not clear", "not possible", "cannot be", "can't be", "can't say", "cannot say", "it depends", "depends on", "see above", "see below", "same as above",
		"in progress", "investigating", "still investigating", "ongoing", "inconclusive", "not known", "unknown ", "we don't know", "i don't know", "fill in", "to fill", "not filled", "discuss", "let us ", "ask ", "maybe", "perhaps", "probably", "possibly", "no clear ", "no agreement", "no consensus", "no result", "open, ", "open -", "will be decided", "we have not decided", "we haven't decided", "yours to make", "up to you",
		"暂无", "暂未", "暂时", "还在", "仍在", "正在", "排查中", "调研中", "没什么", "没啥", "待填", "待写", "待补", "待续", "继续排查", "有空再", "先不", "暂不下", "待定", "待议", "待确认", "待讨论", "待补充", "待评审", "尚未", "尚无", "有待", "尚待", "还没", "还未", "未定", "没有结论", "没有定", "没定", "无结论", "未形成", "未达成", "悬而未决", "再议", "等待", "由你决定", "由您决定", "不确定", "不明", "不清楚", "无法得出", "无法下", "无法确定", "无法判断", "无法给出", "不能下", "不能确定", "还不能", "还需", "还要", "仍需", "仍待", "需要进一步", "需进一步", "需要更多", "需要再", "信息不足", "证据不足", "数据不足", "样本不足", "见上", "同上", "讨论中", "评审中", "进行中", "观察中", "继续观察", "未确定", "未决", "未达成", "没有达成", "没有共识", "没有最终", "没有明确", "可能", "也许", "或许", "大概", "看情况", "下周再", "下次再", "改天再",
		"暫無", "暫未", "尚無", "還沒", "還未", "待討論", "待議", "待確認", "沒有結論", "無結論", "未達成", "未確定", "不確定", "無法確定", "無法判斷", "還不能", "還需", "還要", "討論中", "評審中", "沒有共識", "或許", "也許", "證據不足"} {
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
		"needs confirmation", "we decide later", "decide later", "decided later", "to decide", "will decide", "decided tomorrow", "decided next week", "needs verification", "not confirmed yet", "not confirmed", "unconfirmed", "to be discussed", "to be decided",
		" pending", " undecided", " tbd", " still open", " is open", "待验证", "待确认", "未验证", "未经验证", "有待验证", "有待确认", "待定", "尚未确认", "尚未验证", "待讨论", "再议", "再定", "再说", "再看", "再讨论", "再决定", "拍板", "后定",
		"待驗證", "待確認", "未驗證", "有待驗證", "有待確認", "尚未確認", "尚未驗證", "待討論", "再議", "再定", "再說", "再看", "再討論", "再決定"} {
		if strings.HasSuffix(s, end) {
			return true
		}
	}
	return false
}

// isOpenEnded tells whether a decision line only says that something is unknown or not done:
// it has words for that, none for a cause, a change, a choice or a rule, and no anchor.
func isOpenEnded(s string) bool {
	var d document
	for l := range strings.Lines(s) {
		d.lines = append(d.lines, line{kind: prose, text: strings.TrimSpace(l)})
	}
	open := false
	for _, u := range d.units() {
		if u.has(cueCause) || u.has(cueWhy) || u.settles() || u.anchors > 0 {
			return false
		}
		open = open || u.has(cueOpen) || u.has(cueUnsure)
	}
	return open
}
