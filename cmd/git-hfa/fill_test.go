package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

func TestAHelpTextIsBrokenAtItsWidth(t *testing.T) {
	for in, want := range map[string]string{
		"":                          "",
		"one two three four":        "one two\nthree four",
		"one\ntwo\n\nthree":         "one two\n\nthree",
		"决定 记录 二 三":                 "决定 记录\n二 三",
		"a\n  short\nb":             "a\n  short\nb",
		"  0  one two three":        "  0  one\n     two\n     three",
		"  one two three":           "  one two\n  three",
		"averyverylongword and one": "averyverylongword\nand one",
	} {
		if got := fill(in, 10); got != want {
			t.Errorf("%q becomes\n%s\nwant\n%s", in, got, want)
		}
	}
}

func TestNoHelpIsWiderThanATerminal(t *testing.T) {
	e := &env{program: "git hfa"}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		var out strings.Builder
		cmd.SetOut(&out)
		if err := cmd.Help(); err != nil {
			t.Fatal(err)
		}
		// A command line is shown in one piece, so that it can be pasted.
		for line := range strings.Lines(out.String()) {
			if line = strings.TrimRight(line, "\n"); cellWidth(line) > helpWidth && !strings.HasPrefix(line, "  git hfa ") {
				t.Errorf("%s: %d cells: %s", cmd.CommandPath(), cellWidth(line), line)
			}
		}
		for _, child := range cmd.Commands() {
			walk(child)
		}
	}
	walk(newRoot(e))
}
