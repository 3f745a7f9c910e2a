package gitext

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/memory"
)

// memoryAt makes the files of a small memory with some chunks, as slash paths below dir.
func memoryAt(t *testing.T, dir string, chunks int) map[string]string {
	t.Helper()
	directory := memory.NewDirectory("zh")
	directory.Put(memory.Node{ID: "M1", Path: "main/M1.md", State: memory.Active, Note: "主线"})
	config := memory.DefaultConfig()
	files := map[string]string{
		dir + "/config.json":                     string(config.Encode()),
		dir + "/directory.md":                    string(directory.Encode()),
		dir + "/main/M1.md":                      "# 主线\n",
		dir + "/history/stream.md":               "not a source\n",
		dir + "/.gitattributes":                  "*.json text eol=lf\n*.md text eol=lf\n",
		dir + "/index/recall.idx":                "derived\n",
		dir + "/history/epoch_01/framework.md":   "no source either\n",
		dir + "/history/epoch_01/summaries.md":   "derived\n",
		dir + "/tombstones/broken-aaaaaaaa.json": "{",
	}
	for i := range chunks {
		c := memory.Chunk{Schema: 1, Epoch: 1, Topic: i + 1, Node: "M1", Title: "编码 " + string(rune('a'+i)), HitWords: []string{"GBK"},
			Conclusion: "使用 UTF-8。", CreatedAt: "2026-05-11T08:30:00.123Z"}
		c.Seal(i + 1)
		files[dir+"/"+memory.ChunkPath(1, c.ID)] = string(c.Encode())
	}
	return files
}

// The digest of a revision is that of the clean work tree, in every layout; edits in the work tree do not change it.
func TestLoadGivesTheDigestOfTheCleanWorkTree(t *testing.T) {
	for _, tt := range []struct {
		name, dir string
		args      []string
	}{{"plain", "docs/记忆 1", nil}, {"at the top", ".", nil}, {"sha256", "memory", []string{"--object-format=sha256"}}} {
		t.Run(tt.name, func(t *testing.T) {
			g := gittest.New(t)
			top := t.TempDir()
			if _, err := g.Try(t.TempDir(), append([]string{"init", "-q"}, tt.args...)...); err != nil {
				t.Skip("this git has no SHA-256 repositories")
			}
			g.Init(top, memoryAt(t, tt.dir, 5), tt.args...)
			mem := filepath.Join(top, filepath.FromSlash(tt.dir))
			clean, err := memory.Load(os.DirFS(mem))
			if err != nil {
				t.Fatal(err)
			}
			g.Write(mem, map[string]string{"config.json": "{\"lang\":\"en\"}\n"})
			r := open(t, top)
			tree, err := r.Load(t.Context(), "HEAD", tt.dir)
			if err != nil {
				t.Fatal(err)
			}
			if tree.Digest != clean.Digest || len(tree.Chunks) != 5 || len(tree.Entries) != len(clean.Entries) {
				t.Errorf("digest %s with %d chunks, %d files; the work tree has %s with %d files", tree.Digest, len(tree.Chunks), len(tree.Entries), clean.Digest, len(clean.Entries))
			}
			if len(tree.Problems) != len(clean.Problems) || len(tree.Problems) == 0 {
				t.Errorf("problems %v, want those of the work tree: %v", tree.Problems, clean.Problems)
			}
			g.Run(top, "commit", "-qam", "english")
			if now, err := r.Load(t.Context(), "", tt.dir); err != nil || now.Digest == clean.Digest || now.Config.Lang != "en" {
				t.Errorf("after a commit: %v", err)
			}
			if before, err := r.Load(t.Context(), "HEAD~1", tt.dir); err != nil || before.Digest != clean.Digest {
				t.Errorf("the commit before: %v", err)
			}
		})
	}
}

func TestLoadOfAFolderThatIsNoMemory(t *testing.T) {
	g := gittest.New(t)
	top := source(t, g, t.TempDir())
	if _, err := open(t, top).Load(t.Context(), "HEAD", "docs"); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "revision HEAD") {
		t.Errorf("%v", err)
	}
}

// A digest over a part would be worse than none.
func TestLoadFailsWhenGitCannotGiveAnObject(t *testing.T) {
	g := gittest.New(t)
	top := t.TempDir()
	files := memoryAt(t, "memory", 3)
	g.Init(top, files)
	r := open(t, top)
	ctx, cancel := context.WithCancel(t.Context())
	fsys, err := r.FS(ctx, "HEAD", "memory")
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := fs.ReadFile(fsys, "config.json"); !errors.Is(err, context.Canceled) {
		t.Errorf("after the context: %v", err)
	}
	id := g.Run(top, "rev-parse", "HEAD:memory/main/M1.md")
	if err := os.Remove(filepath.Join(top, ".git", "objects", id[:2], id[2:])); err != nil {
		t.Fatal(err)
	}
	if tree, err := r.Load(t.Context(), "HEAD", "memory"); !errors.Is(err, ErrMissingObject) || !strings.Contains(hintOf(err), "git fsck") || tree != nil {
		t.Errorf("a lost object: %v", err)
	}
}
