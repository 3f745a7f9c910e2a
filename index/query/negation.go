package query

import "unicode"

// span is a range of characters of a prompt: [from, to).
type span struct{ from, to int }

// clause is one clause of a prompt.
type clause struct {
	text     []rune // folded, lower case
	question bool   // it asks: a question mark, or a question word at the end
	next     []rune // the beginning of the next clause
	carried  bool   // the clause before it was negated, and this one goes on with "or", 或
}

// negated gives what of a clause the person does not want to hear about, as
// spans relative to the clause. Only directions to the agent count ("don't touch
// X", 不要查 X, "not X, but Y"); a description of the world does not ("the cache
// does not expire", 显示不出中文), nor does a question about it (为什么不能 X, "why
// don't we X"), nor a negation of a negation (别忘了 X, "don't forget X").
//
// The scope of a direction reaches to the end of the clause or to a word of contrast:
//
//	不要改代码但请检查 IDE 配置      don't touch the deploy but check the encoding
//	~~~~~~~~~~                       ~~~~~~~~~~~~~~~~~~~~~~
//
// Where the object stands in front (缓存部分先不要动), the whole clause goes.
func (c clause) negated() []span {
	begin := 0
	for begin < len(c.text) && c.text[begin] == ' ' {
		begin++
	}
	if c.carried && (c.startsAny(begin, "or", "nor", "and the") > 0 || c.startsHan(begin, "或", "以及", "还有", "和")) {
		return []span{{0, c.contrast(begin)}}
	}
	at := c.skipStarters()
	if at >= len(c.text) || c.doubleNegation(at) {
		return nil
	}
	if size := c.headCue(at); size > 0 && !c.question {
		if to, ok := c.aloneEnd(at); ok {
			return []span{{at, to}}
		}
		return []span{{at, c.contrast(at + size)}}
	}
	return c.inner(at)
}

// inner looks for a direction that stands after other words of its clause.
func (c clause) inner(at int) []span {
	var out []span
	asked := c.question
	for i := 0; i < len(c.text); i++ {
		if c.questionWord(i) {
			asked = true
		}
		if to, ok := c.exception(i); ok {
			out = append(out, span{i, to})
			i = to - 1
			continue
		}
		if i <= at || asked || c.doubleNegation(i) {
			continue
		}
		size := c.innerCue(i)
		if size == 0 {
			continue
		}
		to := c.contrast(i + size)
		from := i
		if c.text[i] >= 0x80 && c.objectless(i+size, to) {
			from = 0
		}
		return append(out, span{from, to})
	}
	return out
}

// starts says whether Latin words stand at i, between word borders.
func (c clause) starts(i int, words string) bool {
	if i > 0 && isWordRune(c.text[i-1]) {
		return false
	}
	j := i
	for _, r := range words {
		if r == ' ' {
			k := j
			for j < len(c.text) && c.text[j] == ' ' {
				j++
			}
			if j == k {
				return false
			}
			continue
		}
		if j >= len(c.text) || c.text[j] != r {
			return false
		}
		j++
	}
	return j == len(c.text) || !isWordRune(c.text[j]) && !(isJoint(c.text[j]) && j+1 < len(c.text) && isWordRune(c.text[j+1]))
}

// startsAny gives the length of the first of the Latin phrases that stands at i.
func (c clause) startsAny(i int, phrases ...string) int {
	if i >= len(c.text) || c.text[i] < 'a' || c.text[i] > 'z' || i > 0 && isWordRune(c.text[i-1]) {
		return 0
	}
	for _, p := range phrases {
		if c.starts(i, p) {
			return len(p)
		}
	}
	return 0
}

// startsHan says whether one of the Chinese words stands at i.
func (c clause) startsHan(i int, words ...string) bool { return c.hanSize(i, words...) > 0 }

func (c clause) hanSize(i int, words ...string) int {
	if i >= len(c.text) || c.text[i] < 0x2e80 {
		return 0
	}
	for _, w := range words {
		j := i
		ok := true
		for _, r := range w {
			if j >= len(c.text) || c.text[j] != r {
				ok = false
				break
			}
			j++
		}
		if ok {
			return j - i
		}
	}
	return 0
}

// skipStarters gives the place after politeness, addresses and adverbs with
// which a direction may begin ("please", "for now", 请先, 这次).
func (c clause) skipStarters() int {
	i := 0
	for i < len(c.text) {
		r := c.text[i]
		if !isWordRune(r) && !isHan(r) {
			i++
			continue
		}
		n := c.startsAny(i, "please", "kindly", "ok", "okay", "well", "so", "and", "also", "but", "just", "now", "then", "for now", "this time", "today",
			"you should", "you must", "you", "we should", "we must", "we", "i", "i'm", "im", "am", "i'd", "it's", "it is", "this is", "let's", "lets", "should", "must", "still", "really", "absolutely", "note", "definitely", "here")
		if n == 0 {
			n = c.hanSize(i, "请", "麻烦", "帮忙", "拜托", "暂时", "这次", "这回", "本次", "这里", "今天", "现在", "目前", "我们", "咱们", "千万", "一定", "最好", "另外", "并且", "而且", "同时", "其实", "只是", "可以", "应该", "记得", "注意", "你们", "您", "你", "我", "也", "都", "就", "那", "先", "暂", "并", "且", "但是", "但", "可是", "不过", "还")
		}
		if n == 0 {
			return i
		}
		i += n
	}
	return i
}

// headCue gives the length of the direction that stands at i, where a clause
// begins: 0 if there is none.
func (c clause) headCue(i int) int {
	if n := c.innerCue(i); n > 0 {
		return n
	}
	if n := c.startsAny(i, "don't", "dont", "do not", "never", "no need to", "no need for", "not about", "not asking", "not interested", "not looking", "not talking",
		"not related to", "not to", "ignore", "ignoring", "skip", "skipping", "exclude", "excluding", "avoid", "without", "forget about", "forget", "never mind", "nevermind",
		"stop looking", "stop searching", "stop asking", "stop checking", "stop using", "stop talking", "not in", "refrain from", "leave", "except", "except for"); n > 0 {
		if c.starts(i, "leave") {
			if _, ok := c.aloneEnd(i); !ok {
				return 0
			}
		}
		return n
	}
	if n := c.startsAny(i, "not", "it's not", "isn't"); n > 0 && !c.starts(i, "not only") && (c.hasContrast(i) || clause{text: c.next}.startsWithContrast()) {
		return n
	}
	if n := c.hanSize(i, "不考虑", "不管", "不涉及", "不关心", "不包括", "不包含", "不讨论", "不谈", "不处理", "不查", "不看", "不动", "不改", "不碰", "不跑", "不搜", "不问", "无需", "无须", "毋须", "忽略", "略过", "跳过", "排除", "排开", "撇开", "抛开",
		"停止查", "停止搜", "停止检索", "停止讨论", "停止使用", "停止处理", "停止修改", "停止关注", "不是问", "不是在问", "不是说", "不是要", "不是想", "不想问", "不想看", "不想查", "不想了解", "不感兴趣"); n > 0 {
		return n
	}
	if n := c.hanSize(i, "不是", "并非", "非"); n > 1 && (c.hasContrast(i) || clause{text: c.next}.startsWithContrast()) {
		return n
	}
	return 0
}

// innerCue gives the length of a direction that is one wherever it stands.
func (c clause) innerCue(i int) int {
	if n := c.startsAny(i, "instead of", "rather than"); n > 0 && c.looks() {
		return n
	}
	if n := c.startsAny(i, "but not", "and not", "not about", "without touching", "without changing", "without modifying", "without editing",
		"without looking", "without checking", "please don't", "please do not"); n > 0 {
		return n
	}
	n := c.hanSize(i, "请不要", "请勿", "不要", "不用", "不必", "不需要", "不许", "无需", "甭", "切勿")
	if c.startsHan(i, "而不是") && c.looks() {
		n = 3
	}
	switch {
	case n > 0:
	case c.startsHan(i, "别") && c.adverbialBie(i):
		n = 1
	default:
		return 0
	}
	// 要不要, 用不用 ask; 不必要, 不用户 are parts of words; 为了不要, 以免 give a purpose.
	if c.startsHan(i, "不必要", "不要紧", "不用说") || c.before(i, "要", "用", "必", "为了", "以免", "免得", "避免", "防止", "是") {
		return 0
	}
	return n
}

// looks says whether a clause sends the agent to look for something. Only then is "Y instead
// of X" about Y alone; "we use Y instead of X" is about both.
func (c clause) looks() bool {
	i := c.skipStarters()
	return c.startsAny(i, "look", "check", "show", "find", "search", "read", "review", "see", "inspect", "query") > 0 ||
		c.startsHan(i, "看", "查", "检查", "搜", "找", "读")
}

// adverbialBie says whether 别 at i forbids: 别动, 别再; not 别名, 级别, 特别.
func (c clause) adverbialBie(i int) bool {
	if c.before(i, "级", "特", "区", "分", "识", "类", "性", "个", "差", "鉴", "告", "辨", "派", "组") {
		return false
	}
	return c.startsHan(i+1, "动", "管", "查", "看", "改", "用", "再", "去", "碰", "跑", "提", "说", "写", "搞", "重", "理", "问", "给", "把", "让", "做", "在", "删", "执", "运", "搜", "修", "考", "讨", "使", "装", "关", "加", "对")
}

// before says whether one of the words ends at i.
func (c clause) before(i int, words ...string) bool {
	for _, w := range words {
		n := len([]rune(w))
		if i >= n && string(c.text[i-n:i]) == w {
			return true
		}
	}
	return false
}

// doubleNegation says whether what stands at i denies a denial.
func (c clause) doubleNegation(i int) bool {
	return c.startsAny(i, "don't forget", "dont forget", "do not forget", "never forget", "don't skip", "do not skip", "don't ignore", "do not ignore", "don't miss", "not only", "never without", "not without", "don't you", "don't we") > 0 ||
		c.startsHan(i, "别忘", "不要忘", "不能不", "不得不", "不可不", "不会不", "不该不", "不要忽略", "不要漏", "别漏", "不要跳过", "不是不", "无不")
}

// questionWord says whether a word that asks stands at i.
func (c clause) questionWord(i int) bool {
	return c.startsHan(i, "为什么", "为何", "为啥", "怎么", "怎样", "如何", "是否", "能否", "什么", "哪", "凭什么", "要不要", "能不能", "该不该", "可不可以", "是不是", "有没有") ||
		c.startsAny(i, "why", "how", "what", "when", "which", "whether", "should we", "do we", "can we") > 0
}

// exception finds "除了 X 之外" and "except for X" at i and gives where it ends.
func (c clause) exception(i int) (int, bool) {
	if n := c.startsAny(i, "except for", "except", "other than", "apart from", "aside from", "excluding"); n > 0 {
		return len(c.text), true
	}
	if !c.startsHan(i, "除了", "除") {
		return 0, false
	}
	for j := i + 1; j < len(c.text); j++ {
		if n := c.hanSize(j, "之外", "以外", "外"); n > 0 {
			return j + n, true
		}
	}
	return 0, false
}

// aloneEnd finds "leave X alone" at i.
func (c clause) aloneEnd(i int) (int, bool) {
	if !c.starts(i, "leave") {
		return 0, false
	}
	for j := i; j < len(c.text); j++ {
		if n := c.startsAny(j, "alone", "out of it", "as it is", "as is", "untouched"); n > 0 {
			return j + n, true
		}
	}
	return 0, false
}

// contrast gives where the scope of a direction ends: at a word of contrast, or
// at the end of the clause.
func (c clause) contrast(from int) int {
	for i := from; i < len(c.text); i++ {
		if c.contrastAt(i) {
			return i
		}
	}
	return len(c.text)
}

func (c clause) hasContrast(from int) bool { return c.contrast(from+1) < len(c.text) }

func (c clause) contrastAt(i int) bool {
	if c.startsAny(i, "but", "however", "instead", "only", "just", "please") > 0 {
		return true
	}
	if c.startsHan(i, "不但", "非但") || c.before(i, "不", "非") && c.startsHan(i, "但", "只") {
		return false
	}
	return c.startsHan(i, "但", "不过", "可是", "然而", "而是", "只查", "只看", "只要", "只需", "只问", "只想", "只检查", "只关心", "仅查", "仅看", "改为", "转而", "请", "帮我")
}

// startsWithContrast says whether a clause goes on with the thing that is meant
// instead: "but", "it's", 是, 而是.
func (c clause) startsWithContrast() bool {
	i := 0
	for i < len(c.text) && !isWordRune(c.text[i]) && !isHan(c.text[i]) {
		i++
	}
	return c.startsAny(i, "but", "it's", "it is", "this is", "i mean", "i want", "rather", "instead") > 0 ||
		c.startsHan(i, "是", "而是", "应该是", "我要", "我想", "我问", "问的是", "要的是", "但", "改")
}

// objectless says whether nothing but verbs and particles stands in a span: then
// the object of the direction stood in front of it.
func (c clause) objectless(from, to int) bool {
	for i := from; i < to; {
		r := c.text[i]
		if isWordRune(r) {
			return false
		}
		if !isHan(r) {
			i++
			continue
		}
		n := c.hanSize(i, "考虑", "处理", "修改", "检查", "讨论", "查询", "理会", "关心", "再", "去", "动", "管", "查", "看", "改", "碰", "跑", "提", "说", "问", "用", "了", "它", "吧", "啦", "的", "搞", "做", "弄", "先", "就", "它们")
		if n == 0 {
			return false
		}
		i += n
	}
	return true
}

// asksAtEnd says whether a clause ends as a question does.
func asksAtEnd(text []rune) bool {
	n := len(text)
	for n > 0 && (text[n-1] == ' ' || unicode.IsPunct(text[n-1])) {
		n--
	}
	if n == 0 {
		return false
	}
	switch text[n-1] {
	case '吗', '呢', '么':
		return true
	}
	return n >= 2 && (string(text[n-2:n]) == "没有" || string(text[n-2:n]) == "与否")
}
