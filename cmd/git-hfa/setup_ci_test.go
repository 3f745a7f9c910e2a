package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestPinnedVersionIsNeverLatest(t *testing.T) {
	const commit = "0123456789abcdef0123456789abcdef01234567"
	tests := []struct {
		wanted string
		build  buildVersion
		want   string // "" when refused
	}{
		{"", buildVersion{Version: "v1.2.3"}, "v1.2.3"},
		{"v2.0.0", buildVersion{Version: "v1.2.3"}, "v2.0.0"},
		{"", buildVersion{Version: "v0.0.0-20261130000000-0123456789ab", Commit: commit}, "v0.0.0-20261130000000-0123456789ab"},
		{"", buildVersion{Version: "(devel)", Commit: commit}, commit},
		{"", buildVersion{Version: "(devel)"}, ""},
		{"", buildVersion{Version: "v1.2.4-0.20261130000000-0123456789ab+dirty", Commit: commit, Modified: true}, ""},
		{"v1$(x)", buildVersion{}, ""},
		{"-v1", buildVersion{}, ""},
	}
	for _, tt := range tests {
		got, err := pinnedVersion(tt.wanted, tt.build)
		if got != tt.want || (err == nil) != (tt.want != "") {
			t.Errorf("pinnedVersion(%q, %+v) = %q, %v; want %q", tt.wanted, tt.build, got, err, tt.want)
		}
	}
}

// script cuts the last block of shell out of a workflow: what follows "key |",
// with its indent taken off.
func script(t *testing.T, workflow, key string) string {
	t.Helper()
	at := strings.LastIndex(workflow, key+" |\n")
	if at < 0 {
		t.Fatalf("no %q in the workflow", key)
	}
	var b strings.Builder
	indent := ""
	for line := range strings.Lines(workflow[at+len(key+" |\n"):]) {
		if indent == "" {
			indent = line[:len(line)-len(strings.TrimLeft(line, " "))]
		}
		rest, ok := strings.CutPrefix(line, indent)
		if !ok {
			break
		}
		b.WriteString(rest)
	}
	return strings.ReplaceAll(b.String(), "@MEMORY@", "")
}

// ciRepo is a repository in which main and a branch went on, with a clone as a
// runner has it. env is what every command gets.
type ciRepo struct {
	t           *testing.T
	origin, dir string
	env         []string
}

func newCIRepo(t *testing.T) *ciRepo {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("there is no sh, and CI runs one")
	}
	bin := t.TempDir()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(bin, "git-hfa")); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	home := t.TempDir()
	r := &ciRepo{t: t, origin: t.TempDir(), env: []string{"PATH=" + bin + string(os.PathListSeparator) + os.Getenv("PATH"), "HOME=" + home,
		"GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.invalid", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.invalid",
		"GITHUB_STEP_SUMMARY=" + filepath.Join(home, "summary.md"), "TMPDIR=" + os.TempDir()}}
	r.dir = r.origin
	r.git("init", "-q", "-b", "main")
	r.git("config", "uploadpack.allowAnySHA1InWant", "true")
	r.git("hfa", "init")
	r.git("hfa", "add", "--title", "One", "--hit-words", "alpha", "--conclusion", "The alpha rule.")
	r.commit("one")
	r.git("switch", "-q", "-c", "topic")
	r.git("hfa", "add", "--title", "Two", "--hit-words", "beta", "--conclusion", "The beta rule.")
	r.commit("two")
	r.git("switch", "-q", "main")
	r.git("hfa", "add", "--title", "Three", "--hit-words", "gamma", "--conclusion", "The gamma rule.")
	r.commit("three")
	return r
}

func (r *ciRepo) run(extra []string, name string, args ...string) (string, error) {
	r.t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = r.dir, append(append([]string{}, r.env...), extra...)
	out, err := cmd.CombinedOutput()
	return string(out), err
}

func (r *ciRepo) git(args ...string) string {
	r.t.Helper()
	out, err := r.run(nil, "git", args...)
	if err != nil {
		r.t.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return strings.TrimSpace(out)
}

func (r *ciRepo) commit(message string) {
	r.t.Helper()
	r.git("add", "-A")
	r.git("commit", "-q", "-m", message)
}

// edit changes the text of the first chunk.
func (r *ciRepo) edit() {
	r.t.Helper()
	found, err := filepath.Glob(filepath.Join(r.dir, "memory", "chunks", "epoch_01", "chunk_0001-*"))
	if err != nil || len(found) != 1 {
		r.t.Fatal(found, err)
	}
	data, err := os.ReadFile(found[0])
	if err != nil {
		r.t.Fatal(err)
	}
	if err := os.WriteFile(found[0], []byte(strings.Replace(string(data), "alpha rule", "other rule", 1)), 0o644); err != nil {
		r.t.Fatal(err)
	}
	r.commit("edited")
}

// checkout makes the runner's clone of a revision.
func (r *ciRepo) checkout(rev string) {
	r.t.Helper()
	clone := r.t.TempDir()
	r.dir = clone
	r.git("clone", "-q", "--no-checkout", "file://"+filepath.ToSlash(r.origin), ".")
	r.git("fetch", "-q", "origin", rev)
	r.git("checkout", "-q", "--detach", "FETCH_HEAD")
}

func (r *ciRepo) summary() string {
	data, _ := os.ReadFile(strings.TrimPrefix(r.env[7], "GITHUB_STEP_SUMMARY="))
	return string(data)
}

func TestTheGitHubWorkflowVerifiesTheMergeResult(t *testing.T) {
	shell := script(t, githubWorkflow, "run:")
	github := func(r *ciRepo, event, queued, before string) (string, error) {
		return r.run([]string{"EVENT=" + event, "QUEUED=" + queued, "BEFORE=" + before}, "sh", "-e", "-c", shell)
	}
	r := newCIRepo(t)
	mainTip := r.git("rev-parse", "main")
	r.git("checkout", "-q", "--detach", "main")
	r.git("merge", "-q", "--no-edit", "topic")
	merged := r.git("rev-parse", "HEAD")
	r.checkout(merged)
	out, err := github(r, "pull_request", "", "")
	if err != nil || out != "" {
		t.Errorf("a good pull request: %v\n%s", err, out)
	}
	if s := r.summary(); !strings.Contains(s, "### New: 1 chunk") || !strings.Contains(s, "**Two**") || strings.Contains(s, "**Three**") {
		t.Errorf("the summary:\n%s", s)
	}
	if out, err = github(r, "merge_group", mainTip, ""); err != nil {
		t.Errorf("a merge queue: %v\n%s", err, out)
	}
	if out, err = github(r, "push", "", strings.Repeat("0", 40)); err != nil {
		t.Errorf("the first push of a branch: %v\n%s", err, out)
	}

	// A pull request that edits a chunk, and the same pushed past the review.
	r.dir = r.origin
	r.git("switch", "-q", "topic")
	r.edit()
	r.git("checkout", "-q", "--detach", "main")
	r.git("merge", "-q", "--no-edit", "topic")
	merged = r.git("rev-parse", "HEAD")
	r.checkout(merged)
	for event, before := range map[string]string{"pull_request": "", "push": mainTip} {
		out, err = github(r, event, "", before)
		if err == nil || !strings.Contains(out, "::error file=memory/chunks/epoch_01/chunk_0001-") || !strings.Contains(out, "title=chunk-changed") {
			t.Errorf("%s with an edited chunk: %v\n%s", event, err, out)
		}
	}
	// What was before a forced push may be unknown to the clone and the server.
	out, err = github(r, "push", "", strings.Repeat("1", 40))
	if err == nil || !strings.Contains(out, "title=edited") {
		t.Errorf("a forced push: %v\n%s", err, out)
	}
}

func TestTheGitLabJobVerifiesTheMergeResult(t *testing.T) {
	shell := script(t, gitlabJob, "-")
	r := newCIRepo(t)
	mainTip := r.git("rev-parse", "main")
	r.checkout("topic")
	out, err := r.run([]string{"CI_MERGE_REQUEST_TARGET_BRANCH_NAME=main"}, "sh", "-e", "-c", shell)
	if err != nil || !strings.Contains(out, "verified memory: no errors") {
		t.Errorf("a good merge request: %v\n%s", err, out)
	}
	view, err := os.ReadFile(filepath.Join(r.dir, "git-hfa.md"))
	if err != nil || !strings.Contains(string(view), "**Two**") || strings.Contains(string(view), "**Three**") {
		t.Errorf("the view: %v\n%s", err, view)
	}
	r.dir = r.origin
	r.edit()
	edited := r.git("rev-parse", "HEAD")
	r.checkout(edited)
	out, err = r.run([]string{"CI_COMMIT_BEFORE_SHA=" + mainTip}, "sh", "-e", "-c", shell)
	if err == nil || !strings.Contains(out, "[chunk-changed]") {
		t.Errorf("a push with an edited chunk: %v\n%s", err, out)
	}
}
