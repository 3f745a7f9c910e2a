package gitext

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// directory is a directory.md with these rows.
func directory(rows ...string) string {
	return "# Directory\n\n| ID | Path | Status | Hit words | Note |\n|---|---|---|---|---|\n" + strings.Join(rows, "\n") + "\n"
}

const (
	rowM1 = "| M1 | main/m1.md | ACTIVE |  | One |"
	rowS1 = "| S1 | branches/s1.md | ACTIVE | a | A |"
	rowS2 = "| S2 | branches/s2.md | ACTIVE | b | B |"
	rowS3 = "| S3 | branches/s3.md | ACTIVE | c | C |"
)

// forked makes a repository whose branches ours and theirs both add a row behind the last one. The memory is in the
// folder docs/mem, ours is checked out.
func forked(t *testing.T) (*gittest.Git, string, *Repo) {
	g := gittest.New(t)
	dir := filepath.Join(t.TempDir(), "a b")
	g.Init(dir, map[string]string{"docs/mem/directory.md": directory(rowM1), "docs/mem/config.json": "{}\n", "other.txt": "x\n",
		"docs/mem/.gitignore": ".hfa.lock\n.hfa-tx/\n"})
	g.Run(dir, "switch", "-q", "-c", "theirs")
	g.Write(dir, map[string]string{"docs/mem/directory.md": directory(rowM1, rowS2), "docs/mem/config.json": "{\"lang\": \"zh\"}\n"})
	g.Run(dir, "commit", "-q", "-am", "their row")
	g.Run(dir, "switch", "-q", "-c", "ours", "main")
	g.Write(dir, map[string]string{"docs/mem/directory.md": directory(rowM1, rowS1), "docs/mem/config.json": "{\"audit\": \"all\"}\n"})
	g.Run(dir, "commit", "-q", "-am", "our row")
	p, err := place.Find(dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	repo, err := Open(p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { repo.Close() })
	return g, dir, repo
}

func TestEveryStoppedCommandGivesTheSameResult(t *testing.T) {
	const config = "{\n  \"lang\": \"zh\",\n  \"audit\": \"all\"\n}\n"
	tests := []struct {
		name   string
		stop   func(g *gittest.Git, dir string)
		op     Operation
		finish []string
		theirs string // what the label of theirs says
	}{
		{"merge", func(g *gittest.Git, dir string) { g.Try(dir, "merge", "theirs") }, Merge, []string{"commit", "-q", "--no-edit"}, "their row)"},
		{"merge the other way", func(g *gittest.Git, dir string) { g.Run(dir, "switch", "-q", "theirs"); g.Try(dir, "merge", "ours") }, Merge, []string{"commit", "-q", "--no-edit"}, "our row)"},
		{"rebase", func(g *gittest.Git, dir string) { g.Try(dir, "rebase", "--merge", "theirs") }, Rebase, []string{"-c", "core.editor=true", "rebase", "--continue"}, "our row)"},
		{"rebase --apply", func(g *gittest.Git, dir string) { g.Try(dir, "rebase", "--apply", "theirs") }, Rebase, []string{"rebase", "--continue"}, ""},
		{"cherry-pick", func(g *gittest.Git, dir string) { g.Try(dir, "cherry-pick", "theirs") }, CherryPick, []string{"-c", "core.editor=true", "cherry-pick", "--continue"}, "their row)"},
		{"merge --squash", func(g *gittest.Git, dir string) { g.Try(dir, "merge", "--squash", "theirs") }, Unmerged, []string{"commit", "-q", "-m", "s"}, ""},
		{"stash pop", func(g *gittest.Git, dir string) {
			g.Run(dir, "switch", "-q", "main")
			g.Write(dir, map[string]string{"docs/mem/directory.md": directory(rowM1, rowS2), "docs/mem/config.json": "{\"lang\": \"zh\"}\n"})
			g.Run(dir, "stash", "push", "-q")
			g.Run(dir, "switch", "-q", "ours")
			g.Try(dir, "stash", "pop")
		}, Unmerged, []string{"commit", "-q", "-m", "p"}, ""},
		{"am", func(g *gittest.Git, dir string) {
			g.Run(dir, "format-patch", "-q", "-1", "-o", filepath.Join(dir, ".git"), "theirs")
			g.Try(dir, "am", "-3", filepath.Join(dir, ".git", "0001-their-row.patch"))
		}, Am, []string{"am", "--continue"}, ""},
	}
	ctx := context.Background()
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g, dir, repo := forked(t)
			if op, err := repo.Stopped(ctx); op != NoOperation || err != nil {
				t.Fatalf("before: %q, %v", op, err)
			}
			tt.stop(g, dir)
			op, err := repo.Stopped(ctx)
			if op != tt.op || err != nil {
				t.Fatalf("stopped in %q, %v; want %q", op, err, tt.op)
			}
			if _, theirs := repo.Labels(ctx, op); !strings.HasSuffix(theirs, tt.theirs) {
				t.Errorf("theirs is named %q", theirs)
			}
			all, others, err := repo.ResolveConflicts(ctx, "docs/mem", memory.NoSide)
			if err != nil || others != 0 || len(all) != 2 || !all[0].Resolved || !all[1].Resolved {
				t.Fatalf("%+v, %d others, %v", all, others, err)
			}
			if left := g.Run(dir, "ls-files", "-u"); left != "" {
				t.Errorf("still unmerged:\n%s", left)
			}
			g.Run(dir, tt.finish...)
			if got := g.Raw(dir, "show", "HEAD:docs/mem/directory.md"); got != directory(rowM1, rowS1, rowS2) {
				t.Errorf("directory.md:\n%s", got)
			}
			if got := g.Raw(dir, "show", "HEAD:docs/mem/config.json"); got != config {
				t.Errorf("config.json:\n%s", got)
			}
			if status := g.Run(dir, "status", "--porcelain"); status != "" {
				t.Errorf("not clean:\n%s", status)
			}
		})
	}
}

func TestARevertIsResolvedToo(t *testing.T) {
	g, dir, repo := forked(t)
	g.Write(dir, map[string]string{"docs/mem/directory.md": directory(rowM1, rowS1, rowS3)})
	g.Run(dir, "commit", "-q", "-am", "another row")
	g.Try(dir, "revert", "--no-edit", "HEAD~")
	ctx := context.Background()
	if op, err := repo.Stopped(ctx); op != Revert || err != nil {
		t.Fatalf("%q, %v", op, err)
	}
	if _, theirs := repo.Labels(ctx, Revert); !strings.Contains(theirs, "(without ") {
		t.Errorf("theirs is named %q", theirs)
	}
	if all, _, err := repo.ResolveConflicts(ctx, "docs/mem", memory.NoSide); err != nil || len(all) != 1 || !all[0].Resolved {
		t.Fatalf("%+v, %v", all, err)
	}
	if got := g.Raw(dir, "show", ":docs/mem/directory.md"); got != directory(rowM1, rowS3) {
		t.Errorf("directory.md:\n%s", got)
	}
}

func TestOnlyWhatIsResolvedIsStaged(t *testing.T) {
	g, dir, repo := forked(t)
	// A chunk that both edited by hand, a document that both wrote, a file elsewhere.
	paths := []string{"docs/mem/chunks/epoch_01/chunk_0001-aaaaaaaa.json", "docs/mem/main/m1.md", "other.txt"}
	for _, branch := range []string{"theirs", "ours"} {
		g.Run(dir, "switch", "-q", branch)
		for _, p := range paths {
			g.Write(dir, map[string]string{p: branch + "\n"})
		}
		g.Run(dir, "add", "-A")
		g.Run(dir, "commit", "-q", "-m", branch)
	}
	g.Try(dir, "merge", "theirs")
	g.Write(dir, map[string]string{"unrelated.txt": "mine\n"})
	all, others, err := repo.ResolveConflicts(context.Background(), "docs/mem", memory.NoSide)
	if err != nil || others != 1 || len(all) != 4 {
		t.Fatalf("%+v, %d others, %v", all, others, err)
	}
	for _, r := range all {
		want := r.Path == memory.DirectoryPath || r.Path == memory.ConfigPath
		if r.Resolved != want || !want && (r.Why == "" || !strings.Contains(r.Cure, "git add ") && !strings.Contains(r.Cure, "git checkout ")) {
			t.Errorf("%+v", r)
		}
	}
	if status := g.Run(dir, "status", "--porcelain", "--untracked-files=all"); !strings.Contains(status, "?? unrelated.txt") || strings.Count(status, "AA ")+strings.Count(status, "UU ") != 3 {
		t.Errorf("status:\n%s", status)
	}
}

func TestAContradictionAndAnEditAreLeftAlone(t *testing.T) {
	ctx := context.Background()
	g, dir, repo := forked(t)
	for branch, id := range map[string]string{"theirs": "M2", "ours": "M3"} {
		g.Run(dir, "switch", "-q", branch)
		g.Write(dir, map[string]string{"docs/mem/directory.md": directory(strings.Replace(rowM1, "ACTIVE", "PAUSED", 1), "| "+id+" | main/x.md | ACTIVE |  | X |")})
		g.Run(dir, "commit", "-q", "-am", "focus "+id)
	}
	g.Run(dir, "switch", "-q", "ours")
	g.Try(dir, "merge", "theirs")
	all, _, err := repo.ResolveConflicts(ctx, "docs/mem", memory.NoSide)
	if err != nil || len(all) != 2 || all[1].Resolved || len(all[1].Contradictions) != 1 {
		t.Fatalf("%+v, %v", all, err)
	}
	if got := all[1].Contradictions[0].Describe("ours", "theirs"); got != "the ACTIVE main line: ours has M3, theirs has M2" {
		t.Errorf("%s", got)
	}
	// What a person began is not overwritten, taken side or not.
	edited := directory(strings.Replace(rowM1, "One", "Mine", 1))
	g.Write(dir, map[string]string{"docs/mem/directory.md": edited})
	all, _, err = repo.ResolveConflicts(ctx, "docs/mem", memory.Theirs)
	if err != nil || len(all) != 1 || all[0].Resolved || !strings.Contains(all[0].Why, "edited") {
		t.Fatalf("%+v, %v", all, err)
	}
	g.Run(dir, "checkout", "-q", "--merge", "--", "docs/mem/directory.md")
	all, _, err = repo.ResolveConflicts(ctx, "docs/mem", memory.Theirs)
	if err != nil || len(all) != 1 || !all[0].Resolved {
		t.Fatalf("%+v, %v", all, err)
	}
	want := directory(strings.Replace(rowM1, "ACTIVE", "PAUSED", 1), "| M2 | main/x.md | ACTIVE |  | X |", "| M3 | main/x.md | PAUSED |  | X |")
	if got := g.Raw(dir, "show", ":docs/mem/directory.md"); got != want {
		t.Errorf("directory.md:\n%s", got)
	}
}

func TestAChunkInConflictIsJudgedByItsTag(t *testing.T) {
	c := memory.Chunk{Schema: memory.Schema, Epoch: 1, Topic: 1, Node: "M1", Title: "T", HitWords: []string{"w"}, Conclusion: "C", CreatedAt: "2026-01-02T03:04:05.000Z"}
	c.Seal(1)
	good := c.Encode()
	bad := []byte(strings.Replace(string(good), `"C"`, `"D"`, 1))
	layout := []byte(strings.ReplaceAll(string(good), "  ", "\t"))
	other := memory.Chunk{Schema: memory.Schema, Epoch: 1, Topic: 1, Node: "M1", Title: "O", HitWords: []string{"w"}, Conclusion: "C", CreatedAt: c.CreatedAt}
	other.Seal(1)
	for _, tt := range []struct {
		name               string
		base, ours, theirs []byte
		why, cure          string
		anew               bool // the change is to be written as a new chunk
	}{
		{"both edited", good, bad, []byte(strings.Replace(string(good), `"C"`, `"E"`, 1)), "ours edited it, theirs edited it; the base has it as it was written", "--stage=1", true},
		{"ours removed", good, nil, bad, "ours removed it, theirs edited it", "--stage=1", true},
		{"theirs removed", good, layout, nil, "ours changed its layout, theirs removed it", "--stage=1", false},
		{"added twice", nil, good, bad, "ours added it, theirs added it, with a content that does not fit its tag; ours fits its tag", "--ours", true},
		{"added twice, theirs is right", nil, bad, good, "theirs fits its tag", "--theirs", true},
		{"the base was edited", bad, good, nil, "ours has it as it was written, theirs removed it", "--ours", false},
		{"nobody has it", bad, []byte("{"), other.Encode(), "ours has no chunk of this name in it, theirs has no chunk of this name in it", "COMMIT", true},
		{"a rename that git found", nil, nil, good, "ours has none, theirs added it", "--theirs", false},
	} {
		why, cure := foreignConflict(Conflict{Path: memory.ChunkPath(1, c.ID), Base: tt.base, Ours: tt.ours, Theirs: tt.theirs, Plain: true})
		if !strings.Contains(why, tt.why) || !strings.Contains(cure, tt.cure) || strings.Contains(cure, "new chunk: git hfa add-topic --supersedes "+string(c.ID)) != tt.anew {
			t.Errorf("%s: %s: %s", tt.name, why, cure)
		}
		if removed := tt.base != nil && (tt.ours == nil || tt.theirs == nil); strings.Contains(cure, "git hfa tombstone --id "+string(c.ID)) != removed {
			t.Errorf("%s: %s", tt.name, cure)
		}
	}
}

func TestASparseCheckoutIsResolved(t *testing.T) {
	g, dir, repo := forked(t)
	g.Run(dir, "sparse-checkout", "set", "--no-cone", "/other.txt")
	g.Try(dir, "merge", "theirs")
	all, _, err := repo.ResolveConflicts(context.Background(), "docs/mem", memory.NoSide)
	if err != nil || len(all) != 2 || !all[0].Resolved || !all[1].Resolved {
		t.Fatalf("%+v, %v", all, err)
	}
	if left := g.Run(dir, "ls-files", "-u"); left != "" {
		t.Errorf("still unmerged:\n%s", left)
	}
	if got := g.Raw(dir, "show", ":docs/mem/directory.md"); got != directory(rowM1, rowS1, rowS2) {
		t.Errorf("directory.md:\n%s", got)
	}
}

func TestASecretIsTakenOutOfWhatIsResolved(t *testing.T) {
	const secret = "ghp_" + "0123456789abcdefghijABCDEFGHIJ012345"
	g, dir, repo := forked(t)
	g.Write(dir, map[string]string{"docs/mem/directory.md": directory(rowM1, "| S1 | branches/s1.md | ACTIVE | a | "+secret+" |")})
	g.Run(dir, "commit", "-q", "-am", "a secret")
	g.Try(dir, "merge", "theirs")
	all, _, err := repo.ResolveConflicts(context.Background(), "docs/mem", memory.NoSide)
	if err != nil || len(all) != 2 || all[0].Redacted || !all[1].Resolved || !all[1].Redacted {
		t.Fatalf("%+v, %v", all, err)
	}
	if got := g.Raw(dir, "show", ":docs/mem/directory.md"); strings.Contains(got, secret) || !strings.Contains(got, "[REDACTED") {
		t.Errorf("directory.md:\n%s", got)
	}
}
