package gitext

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// extend makes the set of tip from that of an older commit, nil for none. What is only right for the whole history is
// not patched but walked anew: one that was rewritten, and a file that came a second time.
func (r *Repo) extend(ctx context.Context, old *historySet, tip, memoryPath string) (*historySet, error) {
	if old != nil {
		// Three dots: commits that only the old tip has show that history was rewritten. Those that left the memory alone do
		// not matter, and are not shown.
		w := historyWalk{memoryPath: memoryPath, had: old}
		err := r.walkHistory(ctx, &w, "--left-right", old.tip+"..."+tip)
		if err == nil {
			return old.with(tip, w.found), nil
		}
		if ctx.Err() != nil {
			return nil, err
		}
		// Anything else: errWalkAll, or the old tip is not here any more. If git cannot answer, the whole walk says so.
	}
	found, err := r.walkAll(ctx, tip, memoryPath)
	if err != nil {
		return nil, err
	}
	return newHistorySet(tip, found), nil
}

// maxMoves bounds the folders that a memory was in before.
const maxMoves = 8

// walkAll walks the history of a memory, and of the folders it was in before it was moved: a commit that moved it did not
// bring its chunks.
func (r *Repo) walkAll(ctx context.Context, tip, memoryPath string) (map[string][]Commit, error) {
	found := map[string][]Commit{}
	movers := map[string]bool{}
	folders := []string{memoryPath}
	for i := 0; i < len(folders) && i <= maxMoves; i++ {
		w := historyWalk{memoryPath: folders[i]}
		if err := r.walkHistory(ctx, &w, tip); err != nil {
			return nil, err
		}
		for key, commits := range w.found {
			found[key] = append(found[key], commits...)
		}
		for _, commit := range w.born {
			from, err := r.movedFrom(ctx, commit, w.memoryPath)
			if err != nil {
				return nil, err
			}
			if from == "" {
				continue
			}
			movers[commit] = true
			if !slices.Contains(folders, from) {
				folders = append(folders, from)
			}
		}
	}
	for key, commits := range found {
		rest := slices.DeleteFunc(slices.Clone(commits), func(c Commit) bool { return movers[c.ID] })
		if len(rest) == 0 {
			rest = commits[len(commits)-1:] // it was made in a commit that moved the others
		}
		found[key] = rest
	}
	return found, nil
}

// movedFrom is the folder from which a commit moved a memory to memoryPath, "" when it began there. Only files that
// stayed as they were are looked at, so no contents are needed.
func (r *Repo) movedFrom(ctx context.Context, commit, memoryPath string) (string, error) {
	out, err := r.run(ctx, "diff-tree", "-r", "-m", "--no-commit-id", "--find-renames=100%", "--diff-filter=R", "--name-status", "-z", commit)
	if err != nil {
		return "", fmt.Errorf("look where the memory was before %.12s: %w", commit, err)
	}
	fields := splitNul(out)
	for i := 0; i+2 < len(fields); i += 3 { // R100, old name, new name
		name := below(memoryPath, fields[i+2])
		if from, ok := strings.CutSuffix(fields[i+1], name); ok && name != fields[i+2] && historyKey(name) != "" {
			return path.Clean(from), nil
		}
	}
	return "", nil
}

// errWalkAll says that an increment cannot be added to what is known.
var errWalkAll = errors.New("the whole history has to be walked")

// The fields of one commit in the output of git log, in this order, each ended by NUL; the first begins with a byte that
// no field of a diff begins with.
const (
	historyFormat = "%x01%m%H%x00%aI%x00%an%x00%ae%x00%s"
	commitMark    = '\x01'
)

// historyWalk reads what git log prints.
type historyWalk struct {
	memoryPath string
	had        *historySet // nil when all is walked
	found      map[string][]Commit
	born       []string // the commits that added config.json, newest first
}

// walkHistory runs git log over a range. Merges are compared with all parents at once (-c): git then lists only what
// differs from each of them. Everything that a user's configuration could change is set.
func (r *Repo) walkHistory(ctx context.Context, w *historyWalk, revs ...string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	args := append([]string{"-c", "log.showRoot=true", "-c", "log.showSignature=false", "log", "--full-history", "-c", "--raw", "-z",
		"--no-abbrev", "--no-renames", "--no-follow", "--no-relative", "--no-color", "--no-decorate", "--no-notes", "--no-mailmap", "--no-ext-diff",
		"--encoding=UTF-8", "--format=" + historyFormat}, revs...)
	args = append(args, "--", path.Join(w.memoryPath, memory.ChunksDir), path.Join(w.memoryPath, memory.TombstonesDir), path.Join(w.memoryPath, memory.ConfigPath))
	cmd := r.command(ctx, args...)
	cmd.Env = append(slices.Clip(cmd.Env), "GIT_FLUSH=0") // else a write for every commit (git(1))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return r.commandError(ctx, []string{"log"}, err, "")
	}
	w.found = map[string][]Commit{}
	readErr := w.read(bufio.NewReaderSize(out, 64<<10))
	if readErr != nil {
		cancel() // git may have much more to say
	}
	if err := cmd.Wait(); err != nil && readErr == nil {
		return r.commandError(ctx, []string{"log"}, err, stderr.String())
	}
	return readErr
}

// read takes the output apart:
//
//	\x01 MARK ID NUL DATE NUL NAME NUL MAIL NUL SUBJECT NUL      a commit
//	LF? : MODES IDS STATUS NUL PATH NUL                          a change of it, "::" and two letters or more for a merge
func (w *historyWalk) read(in *bufio.Reader) error {
	var at Commit
	for {
		field, err := field(in)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		field = bytes.TrimLeft(field, "\n")
		switch {
		case len(field) == 0: // what stands between two commits
		case field[0] == commitMark:
			if at, err = w.commit(string(field), in); err != nil {
				return err
			}
		case field[0] == ':':
			status := field[bytes.LastIndexByte(field, ' ')+1:]
			added := len(bytes.Trim(status, "A")) == 0
			name, err := inField(in)
			if err != nil {
				return err
			}
			if added {
				err = w.add(below(w.memoryPath, string(name)), at)
			}
			if err != nil {
				return err
			}
		default:
			return fmt.Errorf("git log printed %q where a commit or a change was expected", field)
		}
	}
}

func (w *historyWalk) commit(head string, in *bufio.Reader) (Commit, error) {
	if strings.HasPrefix(head[1:], "<") {
		return Commit{}, errWalkAll
	}
	c := Commit{ID: strings.TrimLeft(head[1:], ">")}
	if !validID(c.ID) {
		return Commit{}, fmt.Errorf("git log printed %q where a commit was expected", head)
	}
	for _, to := range []*string{&c.Date, &c.Author, &c.Email, &c.Subject} {
		text, err := inField(in)
		if err != nil {
			return Commit{}, err
		}
		*to = oneLine(string(text))
	}
	return c, nil
}

// add notes a file of the memory that a commit added.
func (w *historyWalk) add(name string, c Commit) error {
	key := historyKey(name)
	switch {
	case name == memory.ConfigPath && w.had != nil:
		return errWalkAll // a memory that begins anew, or came back
	case name == memory.ConfigPath:
		w.born = append(w.born, c.ID)
		return nil
	case key == "":
		return nil
	case w.had != nil:
		if _, known := w.had.find(key); known {
			return errWalkAll
		}
	}
	if n := len(w.found[key]); n == 0 || w.found[key][n-1].ID != c.ID {
		w.found[key] = append(w.found[key], c)
	}
	return nil
}

// field reads up to the next NUL; the bytes are good until the next call.
func field(in *bufio.Reader) ([]byte, error) {
	text, err := in.ReadSlice(0)
	if errors.Is(err, bufio.ErrBufferFull) { // a subject of more than the buffer
		long := bytes.Clone(text)
		rest, err := in.ReadBytes(0)
		return bytes.TrimSuffix(append(long, rest...), []byte{0}), err
	}
	if err == io.EOF && len(text) > 0 {
		return text, nil // the last one ends without NUL
	}
	return bytes.TrimSuffix(text, []byte{0}), err
}

// inField is field in the middle of a record.
func inField(in *bufio.Reader) ([]byte, error) {
	text, err := field(in)
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return text, err
}

// oneLine makes text of a commit safe for the lines of the cache: valid UTF-8, no control characters.
func oneLine(s string) string {
	if strings.IndexFunc(s, func(r rune) bool { return r < ' ' || r >= 0x7f }) < 0 {
		return s
	}
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(s, "\uFFFD"))
}
