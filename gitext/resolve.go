package gitext

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Conflict is one path that the index holds unmerged. The stages are numbered as in git-read-tree(1): Base is what both
// sides come from, Ours the side of the work tree, Theirs the side brought in; each nil where that side has no such file.
type Conflict struct {
	Path               string // slash path relative to the memory
	Base, Ours, Theirs []byte
	Plain              bool // all stages are plain files: no link, no submodule
}

// Conflicts lists what is unmerged, sorted by path: the files of the memory with their contents, and the number of
// other paths of the repository.
func (r *Repo) Conflicts(ctx context.Context, memoryPath string) (inMemory []Conflict, others int, err error) {
	memoryPath, err = r.inWorkTree(memoryPath)
	if err != nil {
		return nil, 0, err
	}
	out, err := r.run(ctx, "ls-files", "-u", "-z", "--full-name")
	if err != nil {
		return nil, 0, fmt.Errorf("ask git for conflicts: %w", err)
	}
	r.db.renew()
	byPath := map[string]*Conflict{}
	elsewhere := map[string]bool{}
	for _, record := range splitNul(out) {
		s, err := parseStage(record)
		if err != nil {
			return nil, 0, err
		}
		if memoryPath != "." && !strings.HasPrefix(s.path, memoryPath+"/") {
			elsewhere[s.path] = true
			continue
		}
		c := byPath[s.path]
		if c == nil {
			c = &Conflict{Path: below(memoryPath, s.path), Plain: true}
			byPath[s.path] = c
		}
		if s.mode.kind() != modeFile {
			c.Plain = false
			continue
		}
		data, err := r.db.read(ctx, s.id, blobObject)
		if err != nil {
			return nil, 0, fmt.Errorf("read %s of the index: %w", s.path, err)
		}
		if data == nil {
			data = []byte{} // an empty file is not a missing one
		}
		switch s.number {
		case 1:
			c.Base = data
		case 2:
			c.Ours = data
		case 3:
			c.Theirs = data
		}
	}
	for _, c := range byPath {
		inMemory = append(inMemory, *c)
	}
	slices.SortFunc(inMemory, func(a, b Conflict) int { return strings.Compare(a.Path, b.Path) })
	return inMemory, len(elsewhere), nil
}

const modeFile entryMode = 0o100000

// stage is one line of "git ls-files -u -z": MODE SP ID SP NUMBER TAB PATH.
type stage struct {
	mode   entryMode
	id     string
	number int
	path   string
}

func parseStage(record string) (stage, error) {
	head, name, ok := strings.Cut(record, "\t")
	words := strings.Fields(head)
	if !ok || len(words) != 3 || !validID(words[1]) {
		return stage{}, fmt.Errorf("git ls-files answered %q", record)
	}
	mode, err := parseMode(words[0])
	number, numErr := strconv.Atoi(words[2])
	if err != nil || numErr != nil {
		return stage{}, fmt.Errorf("git ls-files answered %q", record)
	}
	return stage{mode: mode, id: words[1], number: number, path: name}, nil
}

// Resolution says what became of one conflict: resolved, or left to a person because of Why, with the Cure to type.
// Contradictions are named when they are the reason.
type Resolution struct {
	Path           string
	Resolved       bool
	Redacted       bool // a secret was taken out of the merged file
	Why, Cure      string
	Contradictions []memory.MergeConflict
}

// ResolveConflicts merges directory.md and config.json of a memory from the stages of the index, writes each file that
// could be merged and marks it as resolved; the result is the same on whichever side it is run. take settles what only a
// person can: memory.NoSide leaves such a file alone. Every other conflict in the memory is named and left alone.
// So are those two files when they were staged with the markers in them, and when somebody edited them since the conflict.
// Nothing but the resolved paths is staged. The write takes the lock of the memory: store.ErrLocked, store.ErrRecovery.
func (r *Repo) ResolveConflicts(ctx context.Context, memoryPath string, take memory.Side) (all []Resolution, others int, err error) {
	conflicts, others, err := r.Conflicts(ctx, memoryPath)
	if err != nil {
		return nil, 0, err
	}
	for _, c := range conflicts {
		resolution, merged := judge(c, take)
		if resolution.Resolved {
			if resolution, err = r.settle(ctx, memoryPath, c, resolution, merged); err != nil {
				return all, others, err
			}
		}
		file := path.Join(memoryPath, c.Path)
		resolution.Cure = strings.NewReplacer("BASEFILE", place.ShellQuote(":1:"+file), "FILE", place.ShellQuote(file)).Replace(resolution.Cure)
		all = append(all, resolution)
	}
	staged, err := r.stagedUnmerged(ctx, memoryPath)
	return append(all, staged...), others, err
}

// judge merges one conflict if that can be done.
func judge(c Conflict, take memory.Side) (r Resolution, merged []byte) {
	r.Path = c.Path
	merge := memory.SettleDirectory
	switch c.Path {
	case memory.DirectoryPath:
	case memory.ConfigPath:
		merge = memory.SettleConfig
	default:
		r.Why, r.Cure = foreignConflict(c)
		return r, nil
	}
	switch {
	case !c.Plain:
		r.Why, r.Cure = "one side has a link or a submodule in its place", "git checkout --ours -- FILE (or --theirs), then git add FILE"
	case c.Ours == nil && c.Theirs == nil:
		r.Why, r.Cure = "both sides removed or renamed it", "git rm -- FILE, or bring it back: git checkout HEAD -- FILE"
	case c.Ours == nil:
		r.Why, r.Cure = "ours removed it, theirs changed it", "a memory needs it: git checkout --theirs -- FILE, then git add FILE"
	case c.Theirs == nil:
		r.Why, r.Cure = "theirs removed it, ours changed it", "a memory needs it: git checkout --ours -- FILE, then git add FILE"
	default:
		merged, r.Contradictions = merge(c.Base, c.Ours, c.Theirs, take)
		r.Resolved = len(r.Contradictions) == 0
		if !r.Resolved {
			r.Why, r.Cure = contradiction(take), settling(c, merge)
		}
	}
	return r, merged
}

func contradiction(take memory.Side) string {
	const why = "the sides contradict each other"
	switch take {
	case memory.Ours:
		return why + ", and ours alone does not settle it"
	case memory.Theirs:
		return why + ", and theirs alone does not settle it"
	}
	return why
}

// settling says which side can be taken where the sides contradict each other: a side cannot have its way when, say, the other
// tombstoned its main line.
func settling(c Conflict, merge func(base, ours, theirs []byte, take memory.Side) ([]byte, []memory.MergeConflict)) string {
	settles := func(take memory.Side) bool {
		_, left := merge(c.Base, c.Ours, c.Theirs, take)
		return len(left) == 0
	}
	const rest = " settles these points and merges the rest; or edit FILE, then git add FILE"
	switch ours, theirs := settles(memory.Ours), settles(memory.Theirs); {
	case ours && theirs:
		return "git hfa resolve --take ours (or theirs)" + rest
	case ours:
		return "git hfa resolve --take ours" + rest
	case theirs:
		return "git hfa resolve --take theirs" + rest
	}
	return "edit FILE, then git add FILE"
}

// settle writes the merged file and marks it as resolved, unless a person has begun to edit it.
func (r *Repo) settle(ctx context.Context, memoryPath string, c Conflict, res Resolution, merged []byte) (Resolution, error) {
	name := path.Join(memoryPath, c.Path)
	file := filepath.Join(r.place.Top, filepath.FromSlash(name))
	now, err := os.ReadFile(file)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return res, fmt.Errorf("resolve %s: %w", name, err)
	}
	if err == nil && now == nil {
		now = []byte{} // an empty file is not a missing one
	}
	if err == nil && !bytes.Equal(now, merged) {
		untouched, err := r.leftByGit(ctx, name, now, c)
		if err != nil {
			return res, err
		}
		if !untouched {
			res.Resolved, res.Why, res.Cure = false, "it was edited after the conflict, and is kept as it is", "if it is right: git add FILE; "
			if conflictLine(now) > 0 {
				res.Why, res.Cure = "it was edited after the conflict and still has conflict markers; it is kept as it is", "finish it, then git add FILE; "
			}
			res.Cure += "to begin anew: git checkout --merge -- FILE, then git hfa resolve"
			return res, nil
		}
	}
	dir := filepath.Join(r.place.Top, filepath.FromSlash(memoryPath))
	written, err := store.Replace(ctx, store.Options{Dir: dir}, c.Path, now, merged)
	if errors.Is(err, store.ErrRefused) {
		res.Resolved, res.Why, res.Cure = false, err.Error(), "edit FILE, then git add FILE"
		return res, nil
	}
	if err != nil {
		return res, fmt.Errorf("resolve %s: %w", name, err)
	}
	res.Redacted = !bytes.Equal(written, merged)
	// update-index and not add: it also takes a path that a sparse checkout leaves out.
	if _, err := r.run(ctx, "update-index", "--add", "--", name); err != nil {
		return res, fmt.Errorf("mark %s as resolved: %w", name, err)
	}
	return res, nil
}
