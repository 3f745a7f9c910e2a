package index

import (
	"testing"
)

func TestProfileDriftNeedsAChangeOfHabit(t *testing.T) {
	m := newMemory(note{title: "Package manager is pnpm", words: "pnpm, package manager", conclusion: "Install with pnpm.", node: "P1"})
	for prompt, want := range map[string]bool{
		"from now on use bun instead of pnpm":              true,
		"以后 package manager 改用 bun":                        true,
		"should we switch to bun instead of pnpm?":         false,
		"为什么改用 pnpm":                                       false,
		"he said: \"from now on use bun instead of pnpm\"": false,
		"from now on use pnpm":                             false,
		"install with pnpm":                                false,
	} {
		a := m.ask(t, prompt)
		if got := len(a.ProfileDrift) > 0; got != want {
			t.Errorf("%q: drift %+v", prompt, a.ProfileDrift)
		}
		if want && (len(a.ProfileDrift) == 0 || a.ProfileDrift[0].Recorded != "Package manager is pnpm" || len(a.ProfileDrift[0].Terms) == 0) {
			t.Errorf("%q: drift %+v", prompt, a.ProfileDrift)
		}
	}
}
