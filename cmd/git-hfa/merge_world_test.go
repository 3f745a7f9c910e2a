package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// world is a repository with a memory on main and the branches a, b and c.
type world struct {
	t    *testing.T
	dir  string // the work tree that commands run in
	opts worldOptions
	ids  []string // of main's three chunks
}

type worldOptions struct {
	attributes bool // keep the .gitattributes that init made
	clones     bool // each branch was written in a clone of its own
	nodes      bool // each branch adds a node as well, so that directory.md meets too
	driver     bool // git hfa setup merge
}

// newWorld writes the memory and its branches.
func newWorld(t *testing.T, opts worldOptions) *world {
	t.Helper()
	home := t.TempDir()
	for name, value := range map[string]string{
		"HOME": home, "USERPROFILE": home, "XDG_CONFIG_HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": filepath.Join(home, "config"),
		"GIT_AUTHOR_NAME": "W", "GIT_AUTHOR_EMAIL": "w@example.invalid", "GIT_COMMITTER_NAME": "W", "GIT_COMMITTER_EMAIL": "w@example.invalid",
		"PATH": selfOnPath(t) + string(os.PathListSeparator) + os.Getenv("PATH"),
	} {
		t.Setenv(name, value)
	}
	config := "[protocol \"file\"]\n\tallow = always\n[core]\n\tautocrlf = false\n[gc]\n\tauto = 0\n"
	if err := os.WriteFile(filepath.Join(home, "config"), []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	w := &world{t: t, dir: filepath.Join(t.TempDir(), "repo"), opts: opts}
	if err := os.Mkdir(w.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	w.git("init", "-q", "-b", "main")
	w.hfa("init")
	w.edit("memory/config.json", `"max_topics_per_epoch": 50`, `"max_topics_per_epoch": 4`)
	if !opts.attributes {
		if err := os.Remove(filepath.Join(w.dir, "memory", ".gitattributes")); err != nil {
			t.Fatal(err)
		}
	}
	for i := range 3 {
		w.hfa("add", "--title", fmt.Sprint("Base ", i), "--hit-words", fmt.Sprint("base", i), "--conclusion", "Text.")
	}
	w.ids = w.chunks()
	w.commit("base")
	for i, branch := range []string{"a", "b", "c"} {
		w.write(branch, i)
	}
	w.on("main")
	if opts.driver {
		w.hfa("setup", "merge")
	}
	return w
}

// selfOnPath gives a folder in which this test binary is called git-hfa: git starts
// the merge driver.
func selfOnPath(t *testing.T) string {
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	bin := t.TempDir()
	if err := os.Symlink(self, filepath.Join(bin, "git-hfa")); err != nil {
		t.Logf("no symbolic links here, so the driver is not called: %v", err)
	}
	return bin
}

// write makes one branch in three commits: it supersedes a decision of main, rolls
// over and revokes what all of them revoke.
func (w *world) write(branch string, i int) {
	home := w.dir
	if w.opts.clones {
		w.git("clone", "-q", ".", filepath.Join(filepath.Dir(home), branch))
		w.dir = filepath.Join(filepath.Dir(home), branch)
	}
	w.git("switch", "-q", "-c", branch, "main")
	w.hfa("add", "--title", branch+" one", "--hit-words", branch+"one", "--conclusion", "Text.", "--supersedes", w.ids[i])
	w.commit(branch + " supersedes")
	w.hfa("add", "--title", branch+" two", "--hit-words", branch+"two", "--conclusion", "Text.")
	w.hfa("add", "--title", branch+" three", "--hit-words", branch+"three", "--conclusion", "Text.", "--supersedes", w.find(branch+" one"))
	if w.opts.nodes {
		w.hfa("node", "add", fmt.Sprint("S", i+1), "--title", "Side "+branch, "--hit-words", "side"+branch)
		w.hfa("add", "--title", branch+" side", "--hit-words", branch+"side", "--conclusion", "Text.", "--node", fmt.Sprint("S", i+1))
	}
	w.commit(branch + " rolls over")
	w.hfa("tombstone", "--id", w.ids[2], "--reason", branch)
	w.commit(branch + " revokes")
	if w.opts.clones {
		w.dir = home
		w.git("fetch", "-q", filepath.Join(filepath.Dir(home), branch), branch+":"+branch)
	}
}

// copy gives a scenario a world of its own.
func (w *world) copy(t *testing.T) *world {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "repo")
	if err := os.CopyFS(dir, os.DirFS(w.dir)); err != nil {
		t.Fatal(err)
	}
	c := &world{t: t, dir: dir, opts: w.opts, ids: w.ids}
	c.git("status", "--porcelain") // the copy has other times and inodes
	return c
}

// bare goes on in a bare clone, as a server has it.
func (w *world) bare() {
	w.t.Helper()
	server := filepath.Join(w.t.TempDir(), "server.git")
	w.git("clone", "-q", "--bare", ".", server)
	w.dir = server
}

func (w *world) try(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = w.dir
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

func (w *world) git(args ...string) string {
	w.t.Helper()
	out, err := w.try(args...)
	if err != nil {
		w.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return out
}

func (w *world) call(args ...string) (code int, stdout, stderr string) {
	w.t.Helper()
	w.t.Chdir(w.dir)
	var out, errs strings.Builder
	code = run(append([]string{"git-hfa"}, args...), strings.NewReader(""), &out, &errs, os.Getenv)
	return code, out.String(), errs.String()
}

func (w *world) hfa(args ...string) string {
	w.t.Helper()
	code, out, errs := w.call(args...)
	if code != 0 {
		w.t.Fatalf("git hfa %s: %d\n%s%s", strings.Join(args, " "), code, out, errs)
	}
	return out
}

func (w *world) mustVerify(args ...string) string {
	w.t.Helper()
	return w.hfa(append([]string{"verify"}, args...)...)
}

// edit replaces one text of a file.
func (w *world) edit(name, old, text string) {
	w.t.Helper()
	file := filepath.Join(w.dir, filepath.FromSlash(name))
	data, err := os.ReadFile(file)
	if err != nil || !strings.Contains(string(data), old) {
		w.t.Fatalf("%q is not in %s: %v", old, name, err)
	}
	if err := os.WriteFile(file, []byte(strings.Replace(string(data), old, text, 1)), 0o644); err != nil {
		w.t.Fatal(err)
	}
}

// commit commits what there is; nothing is fine.
func (w *world) commit(message string) {
	w.t.Helper()
	w.git("add", "-A")
	w.git("commit", "-q", "--allow-empty", "-m", message)
}

// on goes to a branch without moving it: what follows happens beside it.
func (w *world) on(branch string) {
	w.t.Helper()
	w.git("switch", "-q", "--detach", branch)
}

// merge merges theirs into ours, "" for where we are.
func (w *world) merge(ours, theirs string, flags ...string) {
	w.t.Helper()
	if ours != "" {
		w.on(ours)
	}
	w.stops(append(append([]string{"merge", "-q", "--no-edit"}, flags...), theirs), "commit", "-q", "--no-edit")
}

// rebase replays branch on another one.
func (w *world) rebase(branch, onto, backend string) {
	w.t.Helper()
	w.on(branch)
	w.stops([]string{"rebase", "-q", backend, onto}, "-c", "core.editor=true", "rebase", "--continue")
}

// stops runs a command of git that may stop at directory.md, and only there and
// only when nodes were added: resolve ends it, as often as it stops.
func (w *world) stops(args []string, goOn ...string) {
	w.t.Helper()
	out, err := w.try(args...)
	for range 20 {
		if err == nil {
			break
		}
		conflicts := w.git("diff", "--name-only", "--diff-filter=U")
		if !w.opts.nodes || conflicts != "memory/directory.md" {
			w.t.Fatalf("git %s stops at %q: %v\n%s", strings.Join(args, " "), conflicts, err, out)
		}
		w.hfa("resolve")
		out, err = w.try(goOn...)
	}
	if err != nil {
		w.t.Fatalf("git %s never ends: %v\n%s", strings.Join(args, " "), err, out)
	}
	if status := w.git("status", "--porcelain"); status != "" && args[0] != "merge" {
		w.t.Errorf("after git %s:\n%s", strings.Join(args, " "), status)
	}
}

// both runs a scenario with two branches in both directions. Each result has what
// the branches have, and they are the same tree.
func (w *world) both(branches string, meet func(x, y string)) {
	w.t.Helper()
	x, y := branches[:1], branches[1:]
	w.same(branches, func() { meet(x, y) }, func() { meet(y, x) })
}

// orders does it with three branches in two orders.
func (w *world) orders(first, second string, meet func(x, y, z string)) {
	w.t.Helper()
	split := func(s string) func() { return func() { meet(s[:1], s[1:2], s[2:]) } }
	w.same(first, split(first), split(second))
}

func (w *world) same(branches string, meets ...func()) {
	w.t.Helper()
	var trees []string
	for _, meet := range meets {
		meet()
		w.holds(branches)
		w.mustVerify("--base", "main")
		for _, branch := range branches {
			w.mustVerify("--base", string(branch))
		}
		trees = append(trees, w.git("rev-parse", "HEAD:memory"))
	}
	if trees[0] != trees[1] {
		w.t.Errorf("the two ways give different trees:\n%s", w.git("diff", "--stat", trees[0], trees[1]))
	}
}

// holds wants exactly the immutable files of the branches in HEAD, byte for byte.
func (w *world) holds(branches string) {
	w.t.Helper()
	want := map[string]bool{}
	for _, branch := range branches {
		for _, line := range w.immutable(string(branch)) {
			want[line] = true
		}
	}
	got := w.immutable("HEAD")
	for _, line := range got {
		if !want[line] {
			w.t.Errorf("%s is of no branch", line)
		}
		delete(want, line)
	}
	for line := range want {
		w.t.Errorf("%s is lost", line)
	}
}

// immutable lists the files of a revision that are written once: "BLOB PATH".
func (w *world) immutable(rev string) []string {
	w.t.Helper()
	out := w.git("ls-tree", "-r", rev, "--", "memory/chunks", "memory/tombstones", "memory/history")
	var files []string
	for line := range strings.Lines(out) {
		fields := strings.Fields(line)
		files = append(files, fields[2]+" "+fields[3])
	}
	return files
}

// chunks lists the ids in the work tree, by number.
func (w *world) chunks() []string {
	w.t.Helper()
	found, err := filepath.Glob(filepath.Join(w.dir, "memory", "chunks", "*", "*.json"))
	if err != nil {
		w.t.Fatal(err)
	}
	var ids []string
	for _, file := range found {
		ids = append(ids, strings.TrimSuffix(filepath.Base(file), ".json"))
	}
	slices.Sort(ids)
	return ids
}

// find gives the id of the chunk with this title.
func (w *world) find(title string) string {
	w.t.Helper()
	out := w.hfa("list", "--all", "--json")
	match := regexp.MustCompile(`"id":"([^"]+)"[^{}]*"title":"` + regexp.QuoteMeta(title) + `"`).FindStringSubmatch(out)
	if match == nil {
		w.t.Fatalf("no chunk is titled %q: %s", title, out)
	}
	return match[1]
}

// highest is the highest number in the work tree.
func (w *world) highest() int {
	w.t.Helper()
	highest := 0
	for _, id := range w.chunks() {
		number, err := strconv.Atoi(strings.SplitN(strings.TrimPrefix(id, "chunk_"), "-", 2)[0])
		if err != nil {
			w.t.Fatal(err)
		}
		highest = max(highest, number)
	}
	return highest
}
