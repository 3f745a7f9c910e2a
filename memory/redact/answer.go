package redact

import "strings"

// questions are words of a question after the name of what it asks for: the redis password again?, 密码多少来着. Questions with
// other words may be about anything.
var questions = []string{"again", "anyone", "anybody", "who has", "who knows", "remember", "remind", "what", "which", "know the", "have the", "got the", "send me", "give me", "share the", "tell me", "need the",
	"什么", "多少", "来着", "谁有", "谁知道", "有没有", "哪个", "是啥", "忘了", "忘记", "发我", "发一", "发下", "发来", "发给", "发你", "给我", "给一", "给下", "问下", "求", "还记得", "怎么办", "几位", "是几"}

// asksFor reports whether a line asks for what it names: lead stands before the name, rest behind it.
func asksFor(lead, rest string) bool {
	switch {
	case len(rest) < 48 && endsAny(strings.TrimRight(rest, " "), "?", "？"):
		return true
	case len(rest) < 32 && mentions(rest, "发我", "发一", "发下", "发来", "发给", "发你", "多少", "给我", "给一", "给下", "来着", "谁有") && !strings.Contains(rest, "："):
		return true
	}
	return rest == "" && mentions(lead, "what", "什么")
}

// inquires reports whether a question wants the value of what it names, and not whether something works.
func inquires(lead, rest string) bool {
	return mentions(lead, questions...) || mentions(rest, questions...) || strings.TrimRight(rest, " ?？") == ""
}

// answer finds the secret of class c in the sentence that answers a question for one, from t.s[i] to the end of the line: it's x now,
// 我有，x，登录完记得开 2FA.
func answer(t *text, i int, c class) span {
	s := t.s
	stop := min(t.lineEnd(i), i+2*nameMax)
	for i < stop {
		if s[i] >= 0x80 || isSpace(s[i]) || strings.IndexByte(",;:([", s[i]) >= 0 {
			i++
			continue
		}
		v := valueAt(t, i, false)
		text := s[v.start:v.end]
		if !v.none() && (likely(text, c) || c != token && apt(text, c) && mixedWord(text)) && !version(text) && !all(text, isDashedHex) && strings.Count(text, ":") == 0 && !strings.Contains(text, "/") {
			return v.span
		}
		i = max(i+1, v.stop)
	}
	return span{}
}
