package gitext

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/kept"
	"github.com/git-hfa/git-hfa/githooks"
)

// unfriendly are settings that change what git prints, or that it stops at, where a command does not say otherwise.
func unfriendly(t *testing.T) map[string][]string {
	none := filepath.Join(t.TempDir(), "none")
	order := filepath.Join(t.TempDir(), "order")
	if err := os.WriteFile(order, []byte("*.md\n*.json\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return map[string][]string{
		"all": {
			"log.showRoot=false", "log.showSignature=true", "log.follow=true", "log.mailmap=true", "log.decorate=full", "log.abbrevCommit=true",
			"log.date=relative", "log.diffMerges=on", "format.pretty=fuller", "notes.displayRef=refs/notes/*",
			"diff.noprefix=true", "diff.mnemonicPrefix=true", "diff.context=0", "diff.relative=true", "diff.renames=copies", "diff.renameLimit=1",
			"diff.external=" + none, "diff.ignoreSubmodules=all", "diff.submodule=log", "diff.orderFile=" + order, "core.quotePath=true",
			"color.ui=always", "color.diff=always", "color.status=always", "color.branch=always", "diff.colorMoved=zebra", "status.renames=copies",
			"status.short=true", "status.branch=true", "status.showUntrackedFiles=no", "status.relativePaths=true",
		},
		"merges off":   {"log.diffMerges=off", "diff.renames=false", "diff.orderFile=" + none, "core.quotePath=false"},
		"combined":     {"log.diffMerges=combined"},
		"dense":        {"log.diffMerges=dense-combined"},
		"first parent": {"log.diffMerges=first-parent"},
	}
}

// TestAnswersDoNotDependOnConfiguration holds everything that is made of git log, diff-tree, diff-index, diff and status to the
// answer without any setting.
func TestAnswersDoNotDependOnConfiguration(t *testing.T) {
	g := gittest.New(t)
	w := newSteadyWorld(t, g)
	want := w.answers()
	if n := strings.Count(want, "looks like a secret"); n != 3 {
		t.Fatalf("%d secrets, want those of the root, of the merge and of the side that the merge left:\n%s", n, want)
	}
	for _, part := range []string{"former: [old name.go]", "renamed: new name.go", "pins: 1", "kept: 1", "touch: true", "commit: true", "68}", "modified: [M memory/main/m1.md]"} {
		if !strings.Contains(want, part) {
			t.Errorf("the answers lack %q:\n%s", part, want)
		}
	}
	for name, settings := range unfriendly(t) {
		t.Run(name, func(t *testing.T) {
			for _, s := range settings {
				key, value, _ := strings.Cut(s, "=")
				g.Run(w.top, "config", key, value)
				defer g.Run(w.top, "config", "--unset-all", key)
			}
			if got := w.answers(); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// steadyWorld has a root and a merge with a secret, a side that its merge left as it was, a rename, a submodule, a signed
// commit, and something that waits.
type steadyWorld struct {
	t                   *testing.T
	g                   *gittest.Git
	top                 string
	start, head, before string
}

func newSteadyWorld(t *testing.T, g *gittest.Git) *steadyWorld {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	w := &steadyWorld{t: t, g: g, top: filepath.Join(dir, "top")}
	sub := filepath.Join(dir, "sub")
	g.Init(sub, map[string]string{"x": "x"})
	secret := "key " + "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345" + "\n"
	chunk, text, _ := sealed(1, "good")
	g.Init(w.top, map[string]string{"memory/main/m1.md": secret, "memory/config.json": "{}\n", "memory/directory.md": "x\n",
		chunk: text, "old name.go": strings.Repeat("line\n", 20)})
	commit := func(message string, files map[string]string, args ...string) string {
		g.Write(w.top, files)
		g.Run(w.top, "add", "-A")
		g.Run(w.top, append([]string{"commit", "-q", "--allow-empty", "-m", message}, args...)...)
		return g.Run(w.top, "rev-parse", "HEAD")
	}
	w.start = commit("clean", map[string]string{"memory/main/m1.md": "clean\n"})
	g.Run(w.top, "submodule", "--quiet", "add", sub, "sub")
	g.Run(w.top, "mv", "old name.go", "new name.go")
	commit("rename", map[string]string{"new name.go": strings.Repeat("line\n", 20) + "more\n"})

	// What a side had and took back: its merge changes nothing, and git log leaves the side out where it may.
	g.Run(w.top, "switch", "-q", "-c", "side")
	commit("on the side", map[string]string{"memory/main/side.md": "side " + secret})
	g.Run(w.top, "rm", "-q", "memory/main/side.md")
	commit("taken back", nil)
	g.Run(w.top, "switch", "-q", "main")
	commit("main goes on", nil)
	g.Run(w.top, "merge", "-q", "--no-ff", "-m", "quiet merge", "side")
	g.Run(w.top, "switch", "-q", "-c", "other")
	commit("other", nil)
	g.Run(w.top, "switch", "-q", "main")
	commit("main goes on again", nil)
	g.Run(w.top, "merge", "-q", "--no-commit", "--no-ff", "other")
	w.before = commit("merge", map[string]string{"memory/main/merge.md": "merge " + secret})
	g.Run(w.top, "rm", "-q", "memory/main/merge.md")
	w.head = commit("clean again", nil, w.signed()...)

	name, data := keptChunk(7, "kept")
	g.Run(w.top, "worktree", "add", "-q", "--detach", filepath.Join(dir, "linked"))
	g.Write(filepath.Join(dir, "linked"), map[string]string{"memory/" + name: string(data)})
	if err := kept.Keep(located(t, filepath.Join(dir, "linked")), name); err != nil {
		t.Fatal(err)
	}
	g.Write(w.top, map[string]string{"memory/main/m2.md": "staged\n"})
	g.Run(w.top, "add", "memory/main/m2.md")
	g.Write(w.top, map[string]string{"memory/main/m1.md": "modified\n", "memory/main/ü new.md": "new\n"})
	return w
}

// signed are the options of a commit with a signature that a script makes, and judges.
func (w *steadyWorld) signed() []string {
	if runtime.GOOS == "windows" {
		return nil
	}
	script := filepath.Join(w.t.TempDir(), "gpg")
	if err := os.WriteFile(script, []byte("#!/bin/sh\ncat >/dev/null\nprintf '\\n[GNUPG:] SIG_CREATED \\n' >&2\n"+
		"printf -- '-----BEGIN PGP SIGNATURE-----\\n\\nx\\n-----END PGP SIGNATURE-----\\n'\n"), 0o755); err != nil {
		w.t.Fatal(err)
	}
	w.g.Run(w.top, "config", "gpg.program", script)
	return []string{"-Sme"}
}

// answers is what each function says, as one text.
func (w *steadyWorld) answers() string {
	w.t.Helper()
	ctx, r := w.t.Context(), open(w.t, w.top)
	var b strings.Builder
	say := func(what string, v any, err error) { fmt.Fprintf(&b, "%s: %v (%v)\n", what, v, err) }

	report, err := r.CheckPush(ctx, "memory", Pushed{Tips: []string{w.head}})
	say("pushed", report, err)
	report, err = r.CheckStaged(ctx, "memory", []string{w.start})
	say("staged", report, err)
	m, err := r.MovedBy(ctx, "memory", githooks.PostCheckout, []string{w.start, w.before, "1"}, os.Getenv)
	say("moved", m, err)
	m, err = r.movedIndex(ctx, "memory")
	say("in the index", m, err)
	say("commit", r.madeByCommit(ctx), nil)
	differing, err := r.differing(ctx, "memory")
	say("modified", differing, err)
	names, err := r.FormerNames(ctx, "new name.go")
	say("former", names, err)
	touched, err := r.PathChanges(ctx, []string{"old name.go", "new name.go", "memory/main/merge.md"})
	say("touched", touched, err)
	pins, err := r.Pins(ctx, "sub")
	say("pins", len(pins), err)
	to, err := r.RenamedTo(ctx, w.g.Run(w.top, "log", "-1", "--format=%H", "--grep=rename"), "old name.go")
	say("renamed", to, err)
	h, err := r.History(ctx, "memory", "")
	if err != nil {
		w.t.Fatal(err)
	}
	_, _, id := sealed(1, "good")
	brought, _ := h.Chunk(id)
	say("brought", brought, nil)
	list, err := r.ListKept(ctx, located(w.t, w.top))
	say("kept", len(list), err)
	say("subject", r.subject(ctx, w.head), nil)
	n, err := r.Uncommitted(ctx, "memory")
	say("uncommitted", n, err)
	commit, err := r.LastTouch(ctx, "new name.go", 3)
	say("touch", commit != "", err)
	return b.String()
}
