package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The scenarios in which memories meet. Three branches come from main; each
// supersedes a decision, rolls the epoch over and tombstones; then git brings them
// together in every way it knows. Nothing may be lost, and it may not matter who
// does it.
func TestNothingIsLostHoweverBranchesMeet(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and the scenarios are about working with it")
	}
	scenarios := []struct {
		name string
		run  func(w *world)
	}{
		{"merge of two", func(w *world) { w.both("ab", func(x, y string) { w.merge(x, y) }) }},
		{"merge of three", func(w *world) {
			w.orders("abc", "cab", func(x, y, z string) { w.merge(x, y); w.merge("", z) })
		}},
		{"merge with -s resolve", func(w *world) { w.both("bc", func(x, y string) { w.merge(x, y, "-s", "resolve") }) }},
		{"merge --squash", func(w *world) {
			w.both("ab", func(x, y string) {
				w.on(x)
				w.stops([]string{"merge", "-q", "--squash", y}, "commit", "-q", "-m", "squash")
				w.commit("squash")
			})
		}},
		{"rebase --merge", func(w *world) { w.both("ab", func(x, y string) { w.rebase(x, y, "--merge") }) }},
		{"rebase --apply", func(w *world) { w.both("ac", func(x, y string) { w.rebase(x, y, "--apply") }) }},
		{"rebase of a merge", func(w *world) {
			w.orders("abc", "bca", func(x, y, z string) {
				w.merge(x, y)
				w.git("branch", "-f", "merged")
				w.rebase("merged", z, "--merge")
			})
		}},
		{"cherry-pick of all commits", func(w *world) {
			w.both("ab", func(x, y string) {
				w.on(x)
				w.stops([]string{"cherry-pick", "main.." + y}, "-c", "core.editor=true", "cherry-pick", "--continue")
			})
		}},
		{"criss-cross", crissCross},
		{"octopus, then servers", servers},
		{"revert of a merge and of the revert", revertMerge},
		{"stash on one branch, pop on another", stashAcross},
		{"cherry-pick to an older branch", dangling},
		{"linked work trees", linkedWorkTrees},
	}
	variants := []struct {
		name string
		opts worldOptions
	}{
		{"one clone", worldOptions{attributes: true}},
		{"three clones, no attributes", worldOptions{clones: true}},
		{"nodes, no attributes", worldOptions{nodes: true}},
		{"nodes, three clones, a driver", worldOptions{attributes: true, clones: true, nodes: true, driver: true}},
	}
	for _, v := range variants {
		t.Run(v.name, func(t *testing.T) {
			template := newWorld(t, v.opts)
			for _, s := range scenarios {
				t.Run(s.name, func(t *testing.T) { s.run(template.copy(t)) })
			}
		})
	}
}

// crissCross merges both ways, goes on with both, and merges again: two merge bases.
func crissCross(w *world) {
	w.merge("a", "b")
	w.git("branch", "-f", "x")
	w.on("b")
	w.merge("", "a")
	w.git("branch", "-f", "y")
	if w.git("rev-parse", "x:memory") != w.git("rev-parse", "y:memory") {
		w.t.Error("the two merges of a criss-cross differ")
	}
	for _, branch := range []string{"x", "y"} {
		w.on(branch)
		w.hfa("add", "--title", "After "+branch, "--hit-words", "after"+branch, "--conclusion", "Text.")
		if w.opts.nodes {
			w.hfa("node", "add", map[string]string{"x": "S7", "y": "S8"}[branch], "--title", "Side "+branch)
		}
		w.commit("after " + branch)
		w.git("branch", "-f", branch)
	}
	if n := len(strings.Fields(w.git("merge-base", "--all", "x", "y"))); n != 2 {
		w.t.Fatalf("%d merge bases, so this is no criss-cross", n)
	}
	w.both("xy", func(x, y string) { w.merge(x, y) })
	w.mustVerify("--base", "x")
}

// servers merges in a bare repository without hooks, drivers and attributes of the
// clone, and holds the result to that of a clone.
func servers(w *world) {
	if w.opts.nodes {
		// Rows of one table do conflict on a server, and nothing else does; that is then
		// resolved in a clone by merging the base in, which the other scenarios do.
		w.bare()
		out, err := w.try("merge-tree", "--write-tree", "--name-only", "--no-messages", "a", "b")
		lines := strings.Fields(out)
		if err == nil || len(lines) != 2 || lines[1] != "memory/directory.md" {
			w.t.Errorf("a server's merge: %v\n%s", err, out)
		}
		return
	}
	w.on("a")
	w.git("merge", "-q", "--no-edit", "b", "c")
	w.holds("abc")
	w.mustVerify("--base", "main")
	want := w.git("rev-parse", "HEAD^{tree}")
	w.bare()
	for _, order := range []string{"abc", "cba", "bac"} {
		tree := w.git("merge-tree", "--write-tree", order[:1], order[1:2])
		commit := w.git("commit-tree", "-p", order[:1], "-p", order[1:2], "-m", "merge", tree)
		if got := w.git("merge-tree", "--write-tree", commit, order[2:]); got != want {
			w.t.Errorf("a server that merges %s gives the tree %s, a clone %s", order, got, want)
		}
	}
}

// revertMerge takes a branch out again: the numbers that were given stay given, and
// nothing points into the void unseen.
func revertMerge(w *world) {
	w.merge("a", "b")
	w.git("branch", "-f", "before")
	merged := w.git("rev-parse", "HEAD:memory")
	highest := w.highest()
	w.git("revert", "--no-edit", "-m", "1", "HEAD")
	w.holds("a")
	w.mustVerify()
	if code, out, _ := w.call("verify", "--base", "before"); code != int(exitCheck) || !strings.Contains(out, "[chunk-removed]") {
		w.t.Errorf("the revert is not seen against the base: %d\n%s", code, out)
	}
	w.git("revert", "--no-edit", "HEAD")
	if got := w.git("rev-parse", "HEAD:memory"); got != merged {
		w.t.Error("the revert of the revert is not what was merged")
	}
	w.hfa("add", "--title", "Next", "--hit-words", "next", "--conclusion", "Text.")
	if got := w.highest(); got <= highest {
		w.t.Errorf("number %d was given again", got)
	}
}

// stashAcross carries what is not committed to another branch.
func stashAcross(w *world) {
	w.on("a")
	w.hfa("add", "--title", "Stashed", "--hit-words", "stashed", "--conclusion", "Text.")
	w.hfa("tombstone", "--id", w.ids[1], "--reason", "stashed")
	stashed := w.highest()
	w.git("stash", "push", "-q", "--include-untracked")
	w.on("b")
	w.hfa("add", "--title", "Meanwhile", "--hit-words", "meanwhile", "--conclusion", "Text.")
	w.git("stash", "pop", "-q")
	w.commit("both")
	w.mustVerify("--base", "b")
	if got := w.highest(); got <= stashed {
		w.t.Errorf("number %d of the stash was given again", got)
	}
	for _, word := range []string{"stashed", "meanwhile"} {
		if out := w.hfa("recall", "--query", word); !strings.Contains(out, "Text.") {
			w.t.Errorf("%s is not recalled:\n%s", word, out)
		}
	}
}

// dangling brings a chunk without what it supersedes: that is told, and no error.
func dangling(w *world) {
	w.on("a")
	w.hfa("add", "--title", "Last", "--hit-words", "last", "--conclusion", "Text.", "--supersedes", w.find("a two"))
	w.commit("last")
	last := w.git("rev-parse", "HEAD")
	w.git("switch", "-q", "-C", "old", "main")
	w.git("cherry-pick", last)
	out := w.mustVerify("--base", "main")
	if !strings.Contains(out, "[missing-target]") {
		w.t.Errorf("the dangling link is not told:\n%s", out)
	}
	// With the branch the target comes, and the link holds.
	w.merge("", "a")
	if out := w.mustVerify(); strings.Contains(out, "missing-target") {
		w.t.Errorf("the link still dangles:\n%s", out)
	}
}

// linkedWorkTrees writes on two branches of one clone at once.
func linkedWorkTrees(w *world) {
	w.on("a")
	second := filepath.Join(w.t.TempDir(), "second")
	w.git("worktree", "add", "-q", "-B", "wt", second, "b")
	first := w.dir
	for range 3 {
		for _, dir := range []string{first, second} {
			w.dir = dir
			w.hfa("add", "--title", "In "+filepath.Base(dir), "--hit-words", "tree", "--conclusion", "Text.")
		}
	}
	w.dir = second
	w.commit("second")
	w.dir = first
	w.commit("first")
	w.git("branch", "-f", "a2")
	if w.opts.nodes {
		w.merge("a2", "wt")
	} else {
		w.git("merge", "-q", "--no-edit", "wt")
	}
	w.mustVerify("--base", "wt")
	if w.opts.clones {
		return
	}
	seen := map[string]bool{}
	for _, id := range w.chunks() {
		number := strings.SplitN(id, "-", 2)[0]
		if seen[number] {
			w.t.Errorf("%s was given twice in one clone", number)
		}
		seen[number] = true
	}
}

func TestTheScenariosAreNotEmpty(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	w := newWorld(t, worldOptions{attributes: true})
	for _, branch := range []string{"a", "b", "c"} {
		w.on(branch)
		if epochs, err := os.ReadDir(filepath.Join(w.dir, "memory", "chunks")); err != nil || len(epochs) != 2 {
			t.Errorf("%s has not rolled over: %v, %v", branch, epochs, err)
		}
		if stones, err := os.ReadDir(filepath.Join(w.dir, "memory", "tombstones")); err != nil || len(stones) != 1 {
			t.Errorf("%s has not tombstoned: %v, %v", branch, stones, err)
		}
		if n := len(w.chunks()); n != 6 {
			t.Errorf("%s has %d chunks", branch, n)
		}
	}
	slices.Sort(w.ids)
	if len(slices.Compact(w.ids)) != 3 {
		t.Errorf("base ids %v", w.ids)
	}
}
