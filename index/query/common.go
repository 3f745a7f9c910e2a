package query

import (
	_ "embed" // the lists
	"strings"
)

// Common says how usual a term is in the language as a whole. A small memory
// can't tell: among three chunks every word is rare. The classes stand for the
// share of ordinary texts that have the term (see package rank).
type Common uint8

// The classes, from rare to usual.
const (
	Rare      Common = iota // names, technical words, whatever is not listed
	Usual                   // everyday words and the daily bread of programming
	VeryOften               // words of nearly every conversation
)

// commonWord classes an English word in lower case, also by its stem, so that
// "errors" is classed as "error".
func commonWord(w string) Common {
	if c := commonForm(w); c != Rare {
		return c
	}
	return commonForm(singular(w))
}

func commonForm(w string) Common {
	switch w {
	case "time", "day", "today", "way", "work", "working", "works", "find", "found", "call", "keep", "start",
		"stop", "set", "run", "running", "add", "added", "adding", "new", "old", "first", "last", "next",
		"back", "long", "best", "better", "big", "little", "high", "low", "two", "three",
		"problem", "issue", "question", "answer", "change", "changed", "changes", "fix", "fixed", "fixes",
		"file", "code", "write", "read", "check", "update", "updated", "remove", "support", "name", "number",
		"people", "year", "week", "month", "hour", "minute", "life", "world", "place", "part", "point",
		"case", "kind", "type", "line", "list", "page", "end", "open", "close", "turn", "move", "play",
		"mean", "happen", "seem", "feel", "love", "leave", "bring", "buy", "pay", "money", "home", "house",
		"food", "car", "phone", "city", "country", "word", "language", "book", "movie", "music", "song",
		"game", "girl", "boy", "man", "woman", "child", "kid", "friend", "family", "mother", "father",
		"person":
		return VeryOften
	case "able", "above", "access", "account", "across", "action", "actual", "address", "ago", "agree",
		"allow", "almost", "alone", "along", "always", "amount", "anyway", "app", "application", "apply",
		"approach", "area", "around", "arrive", "available", "average", "away", "bad", "base", "based",
		"become", "begin", "behavior", "believe", "below", "beside", "bit", "black", "blue", "body", "bottom",
		"break", "broken", "bug", "build", "building", "busy", "button", "card", "care", "carry", "cause",
		"certain", "chance", "chat", "cheap", "choose", "class", "clean", "clear", "cold", "color", "command",
		"comment", "commit", "common", "company", "compare", "complete", "computer", "config",
		"configuration", "consider", "contain", "content", "continue", "control", "convert", "copy",
		"correct", "cost", "count", "cover", "create", "created", "current", "currently", "cut", "data",
		"date", "deal", "death", "decide", "default", "define", "delete", "describe", "design", "detail",
		"develop", "development", "die", "different", "difference", "difficult", "directly", "disable",
		"discuss", "distance", "doctor", "document", "documentation", "door", "double", "draw", "drink",
		"drive", "drop", "during", "early", "earth", "easy", "eat", "edit", "effect", "either", "email",
		"empty", "enable", "english", "enough", "ensure", "enter", "error", "especially", "event", "exactly",
		"example", "except", "exist", "existing", "expect", "expected", "experience", "extra", "eye", "face",
		"fact", "fail", "failed", "failing", "failure", "fall", "famous", "far", "fast", "favorite",
		"feature", "field", "fight", "figure", "fill", "final", "finally", "finish", "fire", "fit", "flight",
		"fly", "follow", "following", "forget", "form", "format", "forward", "free", "front", "full", "fully",
		"fun", "function", "future", "general", "group", "grow", "guess", "guide", "half", "hand", "handle",
		"handling", "happy", "hard", "head", "health", "hear", "heart", "heavy", "history", "hold", "hope",
		"hot", "human", "hurt", "idea", "image", "implement", "implementation", "important", "improve",
		"include", "including", "increase", "information", "input", "inside", "instance", "interest",
		"interesting", "internal", "internet", "item", "job", "join", "key", "kill", "land", "large", "late",
		"later", "law", "lead", "learn", "left", "length", "letter", "level", "light", "limit", "link",
		"live", "load", "local", "location", "log", "lose", "loss", "lost", "lunch", "machine", "main",
		"major", "manage", "manual", "map", "mark", "match", "matter", "meet", "meeting", "member", "memory",
		"message", "method", "middle", "mind", "minor", "miss", "missing", "mode", "model", "modern",
		"moment", "morning", "multiple", "near", "necessary", "news", "night", "normal", "note", "notice",
		"object", "offer", "office", "often", "online", "option", "order", "original", "output", "outside",
		"paper", "parent", "pass", "past", "path", "pattern", "perform", "performance", "period", "pick",
		"picture", "plan", "policy", "popular", "possible", "power", "prefer", "present", "prevent", "price",
		"print", "private", "process", "product", "program", "project", "proper", "provide", "public", "pull",
		"push", "quick", "quickly", "rain", "range", "rate", "reach", "ready", "real", "reason", "receive",
		"recent", "recommend", "record", "red", "related", "release", "remember", "replace", "report",
		"request", "require", "required", "rest", "result", "return", "review", "rule", "safe", "save",
		"school", "science", "score", "screen", "search", "second", "section", "security", "select", "sell",
		"send", "separate", "server", "service", "share", "shop", "short", "show", "side", "sign", "similar",
		"simple", "single", "sit", "site", "situation", "size", "skip", "sleep", "slow", "small", "software",
		"solution", "sort", "sound", "source", "space", "speak", "special", "specific", "spell", "spend",
		"stage", "stand", "standard", "state", "status", "stay", "step", "store", "story", "straight",
		"street", "string", "strong", "student", "study", "style", "subject", "suggest", "summarize",
		"summary", "system", "table", "talk", "task", "teach", "teacher", "team", "test", "testing", "tests",
		"text", "thought", "throw", "ticket", "title", "together", "tomorrow", "tonight", "tool", "top",
		"total", "touch", "toward", "town", "track", "trade", "train", "translate", "travel", "tree", "trip",
		"trouble", "true", "trust", "under", "understand", "unit", "usage", "user", "usual", "value",
		"various", "version", "view", "visit", "voice", "wait", "walk", "wall", "war", "warning", "watch",
		"water", "weather", "website", "white", "whole", "wide", "win", "window", "wish", "wonder", "worker",
		"worry", "worth", "wrong", "yesterday", "young", "zone":
		return Usual
	}
	if listed(everydayEnglish, w) {
		return Usual
	}
	return Rare
}

// commonHan classes a pair of Chinese characters.
func commonHan(s string) Common {
	switch s {
	case "时间", "问题", "东西", "地方", "事情", "时候", "喜欢", "天气", "可能", "出来", "起来", "开始", "结束", "生活", "世界", "朋友", "孩子",
		"学生", "老师", "学校", "公司", "国家", "中国", "城市", "电影", "音乐", "游戏", "吃饭", "睡觉", "快乐", "高兴", "爱情", "人类", "机器",
		"名字", "语言", "英文", "中文", "翻译", "意思", "第一", "主要", "属于", "称为", "成为", "位于", "其中", "包括", "以下", "以上", "哪年",
		"哪国", "年代", "发生", "进行", "使用", "方式", "方法", "情况", "内容", "工作", "文件", "代码", "修改", "改动", "修复", "处理", "解决",
		"实现", "添加", "增加", "删除", "更新", "改成", "改为", "设置", "配置", "运行", "执行", "测试", "检查", "错误", "报错", "失败", "成功",
		"出现", "正常":
		return VeryOften
	case "功能", "项目", "系统", "用户", "数据", "信息", "版本", "接口", "函数", "方案", "服务", "程序", "软件", "电脑", "网络", "模型", "模块",
		"变量", "参数", "类型", "名称", "默认", "支持", "需求", "设计", "开发", "管理", "操作", "任务", "流程", "结果", "原因", "影响", "关系",
		"作用", "目标", "目的", "要求", "规则", "标准", "格式", "大小", "数量", "部分", "全部", "所有", "不同", "相同", "重新", "直接", "自动",
		"手动", "提供", "创建", "生成", "选择", "打开", "关闭", "启动", "停止", "返回", "调用", "请求", "提交", "保存", "读取", "写入", "输入",
		"输出", "加载", "显示", "页面", "界面", "按钮", "列表", "字段", "目录", "路径", "命令", "脚本", "工具", "环境", "本地", "线上", "机制",
		"逻辑", "结构", "更改", "变化", "发现", "认为", "表示", "得到", "获得", "建立", "历史", "文化", "社会", "经济", "政治", "美国", "日本",
		"作品", "作者", "导演", "地区", "大学", "公园", "机票", "上海", "北京", "早上", "晚上", "一天", "一年", "每天", "身体", "健康", "医生",
		"价格", "多大", "总结", "解释", "聊天", "故事", "笑话":
		return Usual
	}
	if listed(everydayChinese, s) {
		return Usual
	}
	return Rare
}

// Words of ordinary conversation: home, food, travel, feelings, sport, news. A
// developer's prompt has few of them and small talk is full of them, so they are
// classed as usual though most memories have none. One word a line, in bytewise order.
var (
	//go:embed everyday_en.txt
	everydayEnglish string
	//go:embed everyday_zh.txt
	everydayChinese string
)

// listed says whether a sorted list, one word a line, has a word. The list stays one
// string, so that a process that asks for nothing pays nothing.
func listed(list, word string) bool {
	lo, hi := 0, len(list) // starts of lines
	for lo < hi {
		at := lo + (hi-lo)/2
		at = strings.LastIndexByte(list[:at], '\n') + 1
		at = max(at, lo)
		end := at + strings.IndexByte(list[at:], '\n')
		switch c := strings.Compare(list[at:end], word); {
		case c == 0:
			return true
		case c < 0:
			lo = end + 1
		default:
			hi = at
		}
	}
	return false
}
