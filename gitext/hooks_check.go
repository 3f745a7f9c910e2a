package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// checkChanges checks what a commit brings, file by file and with the bytes git has. The files are loaded as a small memory
// of their own, so that every rule for a file is the one of memory.Verify; what needs the other files to be judged is left
// out.
func (r *Repo) checkChanges(ctx context.Context, memoryPath string, changes []change) ([]memory.Problem, int, error) {
	c := checker{files: map[string]stagedFile{}}
	b := &batch{repo: r}
	defer b.close()
	n := 0
	for _, ch := range changes {
		if ch.status == 'D' {
			continue
		}
		n++
		name := below(memoryPath, ch.path)
		if Derived(name) {
			c.add("derived-tracked", memory.SeverityWarning, name, "a derived file is about to be committed",
				"git rm --cached -- "+place.ShellQuote(ch.path))
			continue
		}
		if ch.status == 'U' {
			c.add("conflict-markers", memory.SeverityError, name, "the merge of this file is not finished", "git add it when it is as it should be")
			continue
		}
		file := stagedFile{mode: ch.mode}
		if ch.mode != modeSubmoduleText {
			data, err := b.read(ctx, ch.id, blobObject)
			if err != nil && !errors.Is(err, ErrTooLarge) {
				return nil, n, fmt.Errorf("read %s as it is staged: %w", ch.path, err)
			}
			if file.data = data; err != nil {
				c.add("too-large", memory.SeverityError, name, err.Error(), "split it, or keep it out of the memory")
				continue
			}
		}
		if err := c.altered(ctx, b, name, file.data, ch.before); err != nil {
			return nil, n, err
		}
		c.files[name] = file
	}
	c.documents()
	if err := c.verify(); err != nil {
		return nil, n, err
	}
	c.keepNewFiles(memoryPath, changes)
	slices.SortStableFunc(c.problems, func(a, b memory.Problem) int { return strings.Compare(a.Path, b.Path) })
	return c.problems, n, nil
}

// keepNewFiles takes back the advice to restore a file that no commit has: it would put what is staged, which is what is
// wrong, over the only good copy there may be.
func (c *checker) keepNewFiles(memoryPath string, changes []change) {
	for _, ch := range changes {
		if len(ch.before) > 0 {
			continue
		}
		for i := range c.problems {
			p := &c.problems[i]
			if p.Path == below(memoryPath, ch.path) && strings.Contains(p.Cure, "git restore") {
				file := place.ShellQuote(ch.path)
				p.Cure = "git add -- " + file + " when the file is as it should be, or git rm --cached -- " + file + " to leave it out of the commit"
			}
		}
	}
}

// Modes of index entries, in six digits as git prints them.
const (
	modeLinkText      = "120000"
	modeSubmoduleText = "160000"
	modeFolderText    = "040000" // of folders that follow from the names; git has none in an index
)

type checker struct {
	files    map[string]stagedFile // by path in the memory
	problems []memory.Problem
}

func (c *checker) add(code string, severity memory.Severity, name, message, cure string) {
	c.problems = append(c.problems, memory.Problem{Code: code, Severity: severity, Path: name, Message: message, Cure: cure})
}

// altered finds a chunk without a tag, of HFA 2.2, whose content is another one than before. Of a chunk with a tag the
// name alone tells.
func (c *checker) altered(ctx context.Context, b *batch, name string, data []byte, before []string) error {
	if !strings.HasPrefix(name, memory.ChunksDir+"/") || len(before) == 0 {
		return nil
	}
	now, err := memory.ParseChunk(data)
	if err != nil || now.ID.Tag() != "" {
		return nil // what is wrong with it is found elsewhere
	}
	for _, id := range before {
		old, err := b.read(ctx, id, blobObject)
		if err != nil {
			return fmt.Errorf("read %s as it was: %w", name, err)
		}
		was, err := memory.ParseChunk(old)
		if err == nil && was.ID == now.ID && was.ComputeTag() != now.ComputeTag() {
			c.add("edited", memory.SeverityError, name, "the content was changed after it was written",
				"restore it, and write the change as a new decision: git hfa add-topic --supersedes "+string(now.ID)+" ...")
			return nil
		}
	}
	return nil
}

// documents looks through the texts that no other rule reads: documents of nodes, milestones, frameworks.
func (c *checker) documents() {
	for name, file := range c.files {
		if file.mode == modeLinkText || file.mode == modeSubmoduleText || !utf8.Valid(file.data) || bytes.IndexByte(file.data, 0) >= 0 {
			continue
		}
		inTree := memory.Counts(name)
		if line := conflictLine(file.data); line > 0 && (!inTree || name == memory.DirectoryPath) {
			c.problems = append(c.problems, memory.Problem{Code: "conflict-markers", Severity: memory.SeverityError, Path: name, Line: line,
				Message: "the file holds conflict markers", Cure: "finish the merge of this file, then git add it"})
		}
		if inTree && name != memory.ConfigPath {
			continue // memory.Verify looks for secrets there
		}
		if found := redact.Find(string(file.data)); len(found) > 0 {
			c.problems = append(c.problems, memory.Problem{Code: "secret", Severity: memory.SeverityError, Path: name,
				Line:    1 + bytes.Count(file.data[:found[0].Start], []byte("\n")),
				Message: "it holds what looks like a secret (rule " + found[0].Rule + ")", Cure: "take it out, then git add the file"})
		}
	}
}

// Documents looks through the texts of a memory that memory.Verify does not read, as pre-commit looks through them when they
// are committed: documents of nodes, milestones, frameworks. Problems are those of conflict markers and secrets. What cannot
// be read is left to memory.Verify, and to the kind of file it is.
func Documents(fsys fs.FS, tree *memory.Tree) []memory.Problem {
	c := checker{files: map[string]stagedFile{}}
	names := []string{path.Join(memory.HistoryDir, "stream.md")}
	for _, n := range tree.Directory.Nodes() {
		if name, inside := memory.DocumentPath(n.Path); inside {
			names = append(names, name)
		}
	}
	epochs, _ := fs.ReadDir(fsys, memory.HistoryDir)
	for _, d := range epochs {
		if epoch, ok := memory.ParseEpochName(d.Name()); ok && d.IsDir() {
			names = append(names, memory.FrameworkPath(epoch))
		}
	}
	for _, name := range names {
		info, err := fs.Lstat(fsys, name)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if data, err := fs.ReadFile(fsys, name); err == nil {
			c.files[name] = stagedFile{data: data}
		}
	}
	c.documents()
	slices.SortFunc(c.problems, func(a, b memory.Problem) int { return strings.Compare(a.Path, b.Path) })
	return c.problems
}

// conflictLine returns the line of the first conflict that "git merge" left, 0 for none: all three marks, in their order.
func conflictLine(data []byte) int {
	want := []string{"<<<<<<< ", "=======", ">>>>>>> "}
	seen, first, n := 0, 0, 0
	for line := range bytes.Lines(data) {
		n++
		text := strings.TrimRight(string(line), "\r\n")
		if strings.HasPrefix(text, want[seen]) && (seen != 1 || text == want[1]) {
			if seen == 0 {
				first = n
			}
			if seen++; seen == len(want) {
				return first
			}
		}
	}
	return 0
}

// verify loads the staged files and takes over the problems that belong to a file alone.
func (c *checker) verify() error {
	defaults := memory.DefaultConfig()
	given := map[string][]byte{memory.ConfigPath: defaults.Encode(), memory.DirectoryPath: memory.NewDirectory("en").Encode()}
	files := maps.Clone(c.files)
	staged := map[string]bool{}
	for name, data := range given {
		if _, ok := files[name]; ok {
			staged[name] = true
		} else {
			files[name] = stagedFile{data: data}
		}
	}
	tree, err := memory.Load(newStagedFS(files))
	if err != nil && tree == nil {
		return fmt.Errorf("check what is staged: %w", err)
	}
	for _, p := range memory.Verify(tree) {
		if !c.stages(p.Path) || p.Code == "duplicate-id" && p.Path != memory.DirectoryPath {
			continue // of a file that is not staged; the whole index tells which chunk is there twice
		}
		switch kind := gravity(p); {
		case kind == refuse:
			p.Severity = memory.SeverityError
		case kind == warn && (p.Path != memory.DirectoryPath || staged[memory.DirectoryPath]):
			p.Severity = memory.SeverityWarning
		default:
			continue
		}
		if p.Code == "secret" {
			p.Cure = "take it out before it is committed: remove the file and write the decision again without it"
		}
		if !slices.ContainsFunc(c.problems, func(q memory.Problem) bool { return q.Code == p.Code && q.Path == p.Path }) {
			c.problems = append(c.problems, p)
		}
	}
	return nil
}

// stages reports whether a file, or one in the folder of that name, is staged.
func (c *checker) stages(name string) bool {
	if _, ok := c.files[name]; ok {
		return true
	}
	for file := range c.files {
		if strings.HasPrefix(file, name+"/") {
			return true
		}
	}
	return false
}

// What a problem of one file means for a commit.
type gravityOf int

const (
	ignore gravityOf = iota // it can't be judged without the rest of the memory, or is no fault of the commit
	warn
	refuse
)

func gravity(p memory.Problem) gravityOf {
	switch p.Code {
	case "empty-file", "truncated", "bad-json", "too-deep", "too-large", "duplicate-key", "missing-key", "wrong-type", "lone-surrogate",
		"not-utf8", "zero-byte", "conflict-markers", "lfs-pointer", "unreadable", "not-a-file", "not-a-folder", "symlink", "bad-directory",
		"edited", "wrong-name", "secret":
		return refuse
	case "untagged": // a tag that was taken off; files of HFA 2.2 have none
		if p.Severity == memory.SeverityError {
			return refuse
		}
	case "too-long", "bad-value", "newer-schema", "no-main-line", "many-main-lines", "duplicate-id", "supersede-cycle", "wrong-folder":
		return warn
	}
	return ignore
}
