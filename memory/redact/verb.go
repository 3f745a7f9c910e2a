package redact

import (
	"strings"
	"unicode/utf8"
)

// verbAt reads a verb that gives a value, in Chinese or English, at the start of s.
func verbAt(s string) (relation, int) {
	if s == "" {
		return unrelated, 0
	}
	if s[0] >= 0x80 {
		if n := hasAny(s, "è ", "é ", "är ", "está "); n > 0 {
			return verb, n
		}
		return chineseVerb(s)
	}
	return englishVerb(s)
}

// verbHeads are the characters that the words of chineseVerb begin with.
const verbHeads = "，一不没未中临为也仍从他修值先全其内再写初又叫号填她如定就已应当我换改是暂更最為现現用由的目码统轮更被設請设请输还这都配里重默は는"

// chineseVerb reads a verb that may have adverbs before it: 现在是, 统一改成了.
func chineseVerb(s string) (relation, int) {
	if r, _ := utf8.DecodeRuneInString(s); !strings.ContainsRune(verbHeads, r) {
		return unrelated, 0
	}
	i := 0
	for range 4 {
		n := hasAny(s[i:], "，我", "，已", "不变，", "没变，", "未变，", "没改，", "不变,", "没变,", "未变,", "没改,", "现在", "目前", "当前", "暂时", "临时", "已经", "已", "统一", "应该", "一直", "仍然", "仍", "还", "都", "也", "被", "默认", "初始", "这里", "其实", "的值", "的内容", "码", "号", "里面", "里", "中",
			"内容", "值", "重置后", "更新后", "修改后", "轮换后", "轮换之后", "之后", "最后", "先", "重新", "全部", "又", "再", "請", "请", "我", "他", "她", "就", "現在", "已經")
		if n == 0 {
			break
		}
		i += n
	}
	n := hasAny(s[i:], "就是", "是", "改成了", "改成", "改为了", "改为", "改為", "改回", "设为了", "设为", "設為", "设成了", "设成", "設成", "设置为", "设置成了", "设置成", "設定為", "設定成", "设定为", "设定成", "换成了", "换成", "换回", "换到",
		"更新为", "更新成", "更换为", "更换成", "重置为", "重置成", "重设为", "重設為", "修改为", "修改成", "定为", "定成", "配成", "配置为", "配置成", "填的是", "填写", "填", "写的是", "写成", "写死为", "写死成", "写死了", "用的是", "用了", "用", "输入", "输", "为", "為",
		"叫做", "叫", "从", "由", "如下", "は", "는")
	if n == 0 {
		if i >= len("值") && i < len(s) && isBlank(s[i]) && strings.HasSuffix(s[:i], "值") {
			return verb, i
		}
		return unrelated, 0
	}
	i += n
	if k := skipBlanks(s, i); hasAny(s[k:], "：", ":") > 0 {
		i = k + hasAny(s[k:], "：", ":")
	}
	return verb, i
}

// englishVerb reads words such as "is", "has been set to" and "contains". They end where
// a word comes that is none of them.
func englishVerb(s string) (relation, int) {
	i, gives := 0, false
	for range 5 {
		k := i
		for k < len(s) && isAlpha(s[k]) && k-i < 12 {
			k++
		}
		if k == i || k >= len(s) {
			break
		}
		var buf [wordMax]byte
		switch string(folded(s[i:k], &buf)) {
		case "is", "was", "to", "be", "equals", "became", "becomes", "remains", "stays", "contains", "holds", "reads", "says", "as", "are", "were", "from", "lautet", "ist", "est", "es", "era", "jest", "wurde", "bleibt":
			gives = true
		case "has", "been", "now", "still", "currently", "just", "simply", "set", "changed", "reset", "rotated", "updated", "switched", "moved", "will", "should", "must", "would", "actually", "also",
			"temporarily", "back", "being", "got", "called", "literally", "always", "again", "hardcoded", "hard", "coded", "turned", "out", "initially", "originally", "probably", "only", "really":
		default:
			k = i
		}
		if k == i {
			break
		}
		if next := k; isBlank(s[next]) || s[next] == ':' || s[next] == '=' {
			i = skipBlanks(s, next+1)
			continue
		}
		break
	}
	if !gives {
		return unrelated, 0
	}
	return verb, i
}

// prose skips "for the staging database is" after a name that ends before text[at], and returns
// its length, or 0. weak says that the words may mean another thing: "on all hosts to", "in
// setup.md:12 →".
func prose(text string, at int) (size int, weak bool) {
	s := text[at:]
	if !belongs(s) {
		return 0, false
	}
	if n := hasAny(s, "did you use?", "do you use?", "are you using?"); n > 0 {
		return n, true
	}
	return proseGap(text, at)
}

// belongs reports whether s begins with a word after which it may be said whose or which secret is meant.
func belongs(s string) bool {
	var buf [wordMax]byte
	word := firstWord(s)
	switch string(folded(word, &buf)) {
	case "below", "used":
		return true
	case "as":
		return hasFold(s, "as follows")
	case "f":
		return hasAny(s, "für ") > 0
	case "for", "of", "on", "at", "in", "we", "i", "you", "did", "do", "are", "file", "entry", "code", "that", "from",
		"du", "de", "del", "da", "della", "dello", "des", "der", "dem", "vom", "von", "am", "im", "auf", "par", "para", "pour", "sur", "per", "voor", "van", "zum", "zur":
		return len(word) < len(s) && s[len(word)] == ' '
	}
	return false
}

// proseGap is prose, once the words begin as they may.
func proseGap(text string, at int) (size int, weak bool) {
	s := text[at:]
	for i := 0; i < len(s) && i < nameMax; i++ {
		switch s[i] {
		case '(':
			if k := remark(text, at+i); k > 0 && k < len(text) && text[k] == ':' {
				return k + 1 - at, false
			}
			if hasFold(s, "you ") || hasFold(s, "we ") || hasFold(s, "i ") {
				return i + 1, true // the password you gave me (x)
			}
			return 0, false
		case '"':
			// the "elastic" user
			k := strings.IndexByte(s[i+1:min(len(s), i+32)], '"')
			if k < 1 || !all(s[i+1:i+1+k], isIdent) || i == 0 || s[i-1] != ' ' || i+2+k >= len(s) || s[i+2+k] != ' ' {
				return 0, false
			}
			i += k + 1
		case '\n', ',', ';', ')', '`':
			return 0, false
		case '.':
			if i+1 < len(s) && isSpace(s[i+1]) {
				return 0, false
			}
		case '=':
			if i+1 < len(s) && (isBlank(s[i+1]) || s[i+1] == '\'' || s[i+1] == '"') {
				return i + 1, false
			}
		case ':':
			if i+1 < len(s) && (isSpace(s[i+1]) || s[i+1] == '`') {
				return i + 1, false
			}
		case "→"[0]:
			if n := hasAny(s[i:], "→"); n > 0 {
				return i + n, true
			}
		case ' ':
			if i == len("code") && hasFold(s, "code ") && i+1 < len(s) && isDigit(s[i+1]) {
				return i + 1, false
			}
			kind, n := verbAt(s[i+1:])
			switch {
			case kind != verb, hasFold(s[i+1:], "as "), hasFold(s[i+1:], "from "):
			case !hasFold(s[i+1:], "to"):
				return i + 1 + n, false
			case hasFold(s[i+1:], "to ") && mentions(text[max(0, at-closeUp):at], "changed", "reset", "set ", "updated", "rotated", "switched"):
				return i + 1 + n, true
			}
		}
	}
	return 0, false
}
