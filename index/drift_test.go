package index

import (
	"testing"
)

// profileMemory has a profile of six habits and one decision of the project.
func profileMemory() *testMemory {
	return newMemory(
		note{title: "Package manager is pnpm", words: "pnpm, package manager", conclusion: "Install with pnpm.", node: "P1"},
		note{title: "提交信息用英文", words: "提交信息", conclusion: "提交信息用英文写，动词开头。", node: "P1"},
		note{title: "Indent with tabs", words: "tabs, indent", conclusion: "Tabs in Go and Python alike.", node: "P1"},
		note{title: "回答用中文", words: "回答语言", conclusion: "和我说话用中文，代码注释用英文。", node: "P1"},
		note{title: "编辑器是 Vim", words: "Vim, 编辑器", conclusion: "示例按 Vim 的键位写。", node: "P1"},
		note{title: "Tests with pytest", words: "pytest", conclusion: "Write tests with pytest, no unittest classes.", node: "P1"},
		note{title: "Database is PostgreSQL", words: "PostgreSQL", conclusion: "Version 16."},
	)
}

// Each prompt that must raise drift names the profile chunk.
func TestDriftIsRaisedByAChangeOfHabit(t *testing.T) {
	const pnpm, commit, tabs, answer, vim, pytest = "Package manager is pnpm", "提交信息用英文", "Indent with tabs", "回答用中文", "编辑器是 Vim", "Tests with pytest"
	m := profileMemory()
	for prompt, want := range map[string]string{
		"from now on use bun instead of pnpm":                                     pnpm,
		"以后 package manager 改用 bun":                                               pnpm,
		"pnpm 换成 yarn":                                                            pnpm,
		"I switched to yarn, no more pnpm from now on":                            pnpm,
		"going forward the package manager is bun":                                pnpm,
		"we no longer use pnpm, the lockfile is bun.lock":                         pnpm,
		"以后提交信息改成俄文":                                                              commit,
		"从今天起提交信息写繁体":                                                             commit,
		"提交信息改用日文，别再写英文":                                                          commit,
		"indent with two spaces instead of tabs":                                  tabs,
		"from now on indent with spaces":                                          tabs,
		"tabs 以后换成 spaces":                                                        tabs,
		"以后用德文回答":                                                                 answer,
		"从现在起回答改用法文":                                                              answer,
		"编辑器改用 Helix":                                                             vim,
		"以后示例按 Emacs 写，不再用 Vim":                                                   vim,
		"I moved to Helix, no longer Vim":                                         vim,
		"from now on write the tests with nose instead of pytest":                 pytest,
		"pytest 改成 behave":                                                        pytest,
		"switching to hypothesis and nose, pytest stays for old files henceforth": pytest,
		"please fix the login page. From now on use bun instead of pnpm.":         pnpm,
	} {
		a := m.ask(t, prompt)
		if len(a.ProfileDrift) == 0 || a.ProfileDrift[0].Recorded != want || len(a.ProfileDrift[0].Terms) == 0 || a.Status != StatusHit {
			t.Errorf("%q: drift %+v, want %q", prompt, a.ProfileDrift, want)
		}
	}
}

func TestDriftIsNotRaisedWithoutOne(t *testing.T) {
	m := profileMemory()
	for prompt, why := range map[string]string{
		"should we switch to bun instead of pnpm?":                   "a question",
		"为什么改用 pnpm":                                                 "a question",
		"要不要以后提交信息改用中文？":                                             "a question",
		"以后提交信息怎么写":                                                  "a question",
		"what if we no longer used pnpm and took bun?":               "a question",
		"提交信息改成中文可以吗":                                                "a question",
		"he said: \"from now on use bun instead of pnpm\"":           "a quotation",
		"他说：“以后提交信息改用中文”":                                            "a quotation",
		"> from now on indent with spaces":                           "a quoted line",
		"`switch to spaces instead of tabs` is what the linter says": "code",
		"from now on use pnpm":                                       "says what is recorded",
		"以后提交信息用英文":                                                  "says what is recorded",
		"install with pnpm":                                          "no mark of change",
		"提交信息写短一点":                                                   "no mark of change",
		"from now on use MySQL instead of PostgreSQL":                "no profile chunk",
		"PostgreSQL 以后换成 MySQL":                                      "no profile chunk",
		"from now on answer faster":                                  "nothing recorded about it",
		"以后早点下班":                                                     "nothing recorded about it",
		"the button moved to the left instead of the right":          "nothing recorded about it",
		"thanks, that is better than pnpm":                           "no mark of change",
		"":                                                           "nothing said",
	} {
		if a := m.ask(t, prompt); len(a.ProfileDrift) > 0 {
			t.Errorf("%q (%s): drift %+v", prompt, why, a.ProfileDrift)
		}
	}
}
