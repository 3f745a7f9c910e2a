package main

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// call runs the program as a function, in an empty folder outside git.
func call(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	t.Chdir(t.TempDir())
	var out, errs strings.Builder
	code = run(append([]string{"git-hfa"}, args...), strings.NewReader(""), &out, &errs, func(string) string { return "" })
	return code, out.String(), errs.String()
}

func TestRunNeedsNoProcess(t *testing.T) {
	if code, out, errs := call(t, "version"); code != 0 || !strings.HasPrefix(out, "git-hfa ") || errs != "" {
		t.Errorf("version: %d %q %q", code, out, errs)
	}
	if code, out, errs := call(t, "frob"); code != int(exitUsage) || out != "" || !strings.Contains(errs, `unknown command "frob"`) {
		t.Errorf("frob: %d %q %q", code, out, errs)
	}
	if code := run(nil, strings.NewReader(""), &strings.Builder{}, &strings.Builder{}, func(string) string { return "" }); code != 0 {
		t.Errorf("without arguments: %d", code)
	}
}

// full is a standard output on a full disk.
type full struct{ left int }

func (f *full) Write(p []byte) (int, error) {
	if f.left -= len(p); f.left < 0 {
		return 0, errors.New("no space left on device")
	}
	return len(p), nil
}

func TestAFullDiskIsNoSuccess(t *testing.T) {
	var errs strings.Builder
	code := run([]string{"git-hfa", "-h"}, strings.NewReader(""), &full{left: 10}, &errs, func(string) string { return "" })
	if code != int(exitFailure) || !strings.Contains(errs.String(), "write standard output: no space left") {
		t.Errorf("%d %q", code, errs.String())
	}
}

func TestTheQuestionIsTheFlagElseTheWords(t *testing.T) {
	tests := []struct {
		args       []string
		query, dir string
		hasQuery   bool
		refusal    string
	}{
		{args: []string{"how", "was", "it"}, query: "how was it", hasQuery: true},
		{args: []string{"--query", "how", "docs/memory"}, query: "how", dir: "docs/memory", hasQuery: true},
		{args: []string{"--query=--flag-like"}, query: "--flag-like", hasQuery: true},
		{args: []string{"--query", "-4i"}, query: "-4i", hasQuery: true},
		{args: []string{"--query", ""}, hasQuery: true},
		{args: []string{"--", "--flag-like", "-x"}, query: "--flag-like -x", hasQuery: true},
		{args: []string{}},
		{args: []string{"-"}},
		{args: []string{"--batch", "f", "docs/memory"}, dir: "docs/memory"},
		{args: []string{"--query", "a", "b", "c"}, refusal: "the one positional is MEMORY_DIR"},
		{args: []string{"--query", "a", "--batch", "f"}, refusal: "exclude each other"},
		{args: []string{"--unlock", "", "a"}, refusal: "wants a reason"},
		{args: []string{"caf\xe9"}, refusal: "Latin-1"},
	}
	for _, tt := range tests {
		e := &env{program: "git hfa"}
		cmd := newRecall(e)
		var o recallOptions
		f := cmd.Flags()
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			o.query, _ = f.GetString("query")
			o.unlock, _ = f.GetString("unlock")
			o.batch, _ = f.GetString("batch")
			return o.take(e, cmd, args)
		}
		cmd.SetArgs(tt.args)
		cmd.SilenceErrors, cmd.SilenceUsage = true, true
		err := cmd.Execute()
		if tt.refusal != "" {
			if err == nil || !isUsage(err) || !strings.Contains(err.Error(), tt.refusal) {
				t.Errorf("%q: %v, want a refusal with %q", tt.args, err, tt.refusal)
			}
			continue
		}
		if err != nil || o.query != tt.query || o.dir != tt.dir || o.hasQuery != tt.hasQuery {
			t.Errorf("%q: query %q (%v), dir %q, %v", tt.args, o.query, o.hasQuery, o.dir, err)
		}
	}
}

func TestTablesAlignChineseText(t *testing.T) {
	var b strings.Builder
	e := &env{stdout: &output{w: &b}}
	e.printTable([][]string{{"M1", "编码", "x"}, {"S10", "ab", ""}, {"P1", "\x1b[2Jcd", "y"}})
	lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
	if lines[0] != "M1   编码"+strings.Repeat(" ", cellWidth(lines[2])-1-len("M1   ")-4)+"x" || lines[1] != "S10  ab" || strings.Contains(b.String(), "\x1b") {
		t.Errorf("%q", lines)
	}
}

func TestTheLocaleNamesTheLanguage(t *testing.T) {
	tests := []struct{ env, want string }{
		{"", "en"}, {"LANG=zh_CN.UTF-8", "zh"}, {"LANG=en_US.UTF-8", "en"}, {"LC_ALL=C LANG=zh_CN.UTF-8", "en"},
		{"LC_MESSAGES=zh_TW LANG=de_DE", "zh"},
	}
	for _, tt := range tests {
		getenv := func(name string) string {
			for _, pair := range strings.Fields(tt.env) {
				if v, ok := strings.CutPrefix(pair, name+"="); ok {
					return v
				}
			}
			return ""
		}
		if got := localeLang(getenv); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.env, got, tt.want)
		}
	}
}

func TestEveryCommandHasHelpAndExample(t *testing.T) {
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Name() == "help" {
			return
		}
		if cmd.HasParent() && (cmd.Short == "" || !cmd.HasSubCommands() && !strings.Contains(cmd.Example, "git hfa ")) {
			t.Errorf("%s has no summary or no example", cmd.CommandPath())
		}
		for _, child := range cmd.Commands() {
			walk(child)
		}
	}
	root := newRoot(&env{program: "git hfa", stdout: &output{w: &strings.Builder{}}})
	walk(root)
	for name, alias := range map[string]string{"add-topic": "add", "recall": "route"} {
		cmd, _, err := root.Find([]string{alias})
		if err != nil || cmd.Name() != name || !slices.Contains(cmd.Aliases, alias) {
			t.Errorf("%s is not found as %s: %v", name, alias, err)
		}
	}
}
