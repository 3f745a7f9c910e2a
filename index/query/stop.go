package query

// stopWord says whether an English word carries no subject: articles, pronouns,
// auxiliaries, question words, prepositions, politeness and the verbs with which
// people address an agent. The word is in lower case without apostrophes.
func stopWord(w string) bool {
	switch w {
	case "a", "an", "the", "this", "that", "these", "those", "some", "any", "all", "each", "every", "both",
		"such", "other", "another", "same",
		"i", "me", "my", "mine", "we", "us", "our", "ours", "you", "your", "yours", "he", "him", "his", "she",
		"her", "it", "its", "they", "them", "their", "one", "ones",
		"someone", "something", "anyone", "anything", "everything", "nothing", "thing", "things", "stuff",
		"am", "is", "are", "was", "were", "be", "been", "being", "do", "does", "did", "done", "doing", "have",
		"has", "had", "having",
		"can", "could", "will", "would", "shall", "should", "may", "might", "must", "ought",
		"im", "ive", "id", "ill", "youre", "youve", "youll", "weve", "well", "hes", "shes", "theyre",
		"theyve", "thats", "theres", "heres", "whats", "wheres", "whos", "hows", "whens", "lets",
		"dont", "doesnt", "didnt", "isnt", "arent", "wasnt", "werent", "wont", "wouldnt", "cant", "cannot",
		"couldnt", "shouldnt", "havent", "hasnt", "hadnt", "aint",
		"not", "no", "nor", "none", "never", "neither", "without",
		"and", "or", "but", "if", "then", "else", "so", "because", "since", "as", "than", "though",
		"although", "while", "whether", "unless", "until", "however", "instead", "rather",
		"of", "in", "on", "at", "to", "from", "for", "with", "by", "about", "into", "onto", "over", "under",
		"up", "down", "out", "off", "after", "before", "between", "through", "during", "against", "within",
		"upon", "via", "per",
		"what", "which", "who", "whom", "whose", "where", "when", "why", "how",
		"there", "here", "now", "just", "only", "also", "too", "very", "really", "quite", "still", "again",
		"already", "yet", "ever", "once", "even", "much", "many", "more", "most", "less", "least", "few",
		"several", "lot", "lots", "own",
		"please", "thanks", "thank", "hi", "hello", "hey", "ok", "okay", "yes", "yeah", "yep", "nope", "sure",
		"sorry", "great", "good", "nice", "fine", "right", "maybe", "perhaps", "actually", "basically",
		"kindly",
		"want", "need", "know", "tell", "say", "said", "see", "look", "looks", "looking", "think", "let",
		"get", "gets", "got", "getting", "go", "goes", "going", "gone", "went", "come", "make", "makes",
		"made", "making", "give", "gives", "given", "take", "takes", "taken", "put",
		"use", "uses", "used", "using", "help", "show", "try", "trying", "tried", "ask", "asking", "explain",
		"like", "etc", "eg", "ie", "vs", "re", "ll", "ve", "s", "t", "d", "m":
		return true
	}
	return false
}

// stopHan gives the length in characters of the Chinese stop phrase at the
// beginning of a run: question words, politeness, pronouns, particles,
// auxiliaries and the verbs with which people address an agent. 0 if there is none.
func stopHan(run []rune) int {
	for n := min(4, len(run)); n >= 2; n-- {
		if stopPhrase(string(run[:n])) {
			return n
		}
	}
	return 0
}

func stopPhrase(s string) bool {
	switch s {
	case "别忘", "别忘了", "不要忘", "为什么", "为什麽", "什么", "甚么", "怎么", "怎样", "怎么样", "怎么办", "怎么做", "如何", "为何", "为啥", "干嘛", "干什么", "哪里", "哪儿",
		"哪个", "哪些", "哪种", "哪几", "哪一", "哪边", "哪位", "几个", "几种", "几次", "几时", "几点", "多少", "多久", "多大", "多长", "多高",
		"何时", "何种", "何处", "何人",
		"是否", "能否", "可否", "有没有", "是不是", "能不能", "要不要", "可不可以", "行不行", "对不对", "好不好", "会不会", "需不需要", "该不该",
		"什么样", "什么时候", "啥时候",
		"请问", "请教", "麻烦", "帮我", "帮忙", "一下", "一点", "谢谢", "多谢", "感谢", "辛苦", "辛苦了", "你好", "您好", "好的", "好吧",
		"可以", "不客气", "拜托", "劳驾",
		"我们", "咱们", "你们", "您们", "他们", "她们", "它们", "大家", "自己", "别人", "这个", "那个", "这些", "那些", "这里", "那里", "这儿",
		"那儿", "这样", "那样", "这么", "那么", "这种", "那种", "这次", "那次", "这边", "那边", "此处",
		"一个", "一些", "一种", "一样", "一起", "一直", "一定", "一般", "有点", "有些", "有的", "没有", "不是", "不要", "不用", "不能", "不会",
		"不必", "不过", "不同",
		"因为", "所以", "如果", "的话", "虽然", "但是", "可是", "然而", "而且", "并且", "或者", "还是", "以及", "以后", "之后", "之前", "以前",
		"然后", "时候", "的时候", "关于", "对于", "根据", "按照", "为了", "由于", "除了", "另外", "其实", "其他", "其它", "而是", "只是",
		"就是", "还有", "已经", "曾经", "正在", "现在", "目前", "刚才", "刚刚", "今天", "昨天", "明天", "最近", "上次", "下次", "应该", "应当",
		"必须", "需要", "想要", "可能", "也许", "大概", "到底", "究竟", "特别", "非常", "十分", "都是", "也是", "真的", "的是", "是的",
		"告诉", "看看", "查查", "查一下", "看一下", "说说", "讲讲", "知道", "觉得", "认为", "想知道", "我想", "我要", "给我",
		"让我", "随便", "随便问问", "继续", "再说", "记得":
		return true
	}
	return false
}

// asksWhich gives the length in characters of a question at the beginning of a run that asks for one of
// a kind and says nothing of the subject: 哪一年, 何年, 几月, 哪一座, 几艘. 0 if there is none. time is true
// when it asks for a year, month or day.
func asksWhich(run []rune) (n int, time bool) {
	switch {
	case run[0] == '哪' && len(run) > 1 && run[1] == '一':
		n = 2
	case run[0] == '哪' || run[0] == '何' || run[0] == '几':
		n = 1
	default:
		return 0, false
	}
	if n == len(run) {
		return 0, false
	}
	switch run[n] {
	case '年', '月', '日':
		return n + 1, true
	case '个', '种', '位', '座', '名', '条', '家', '项', '首', '本', '部', '支', '所', '间', '类', '届', '次', '场', '片', '颗', '艘',
		'架', '台', '款', '份', '件', '张', '层', '套', '门', '句', '幅': // measure words
		return n + 1, false
	}
	return 0, false
}

// looseHan says whether a Chinese character is mostly a function word. It is
// also part of ordinary words (目的, 还原), so pairs with it are asked, but not
// missed when they are absent.
func looseHan(r rune) bool {
	switch r {
	case '的', '了', '着', '之', '吗', '呢', '吧', '啊', '呀', '嘛', '么', '哦', '喔', '嗯', '哈', '啦',
		'我', '你', '您', '他', '她', '它', '这', '那', '哪', '谁', '啥', '几', '某', '何', '怎', '请',
		'是', '有', '在', '把', '被', '给', '从', '和', '与', '及', '或', '跟', '为', '以', '于', '因', '而', '且', '但', '等', '其', '该', '所', '让', '使',
		'先', '就', '都', '也', '还', '又', '再', '很', '太', '来', '去', '到', '能', '要', '不', '没', '一', '个', '些':
		return true
	}
	return false
}
