package gitext

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
)

// extend makes the set of tip from that of an older commit, nil for none. What is only right for the whole history is
// not patched but walked anew: one that was rewritten, and a file that came a second time.
func (r *Repo) extend(ctx context.Context, old *historySet, tip, memoryPath string) (set *historySet, anew bool, err error) {
	if old != nil {
		// Three dots: commits that only the old tip has show that history was rewritten. Those that left the memory alone do
		// not matter.
		w := historyWalk{memoryPath: memoryPath, had: old}
		err := r.walkHistory(ctx, &w, "--left-right", old.tip+"..."+tip)
		if err == nil {
			return old.with(tip, newHistorySet(tip, w.commits.String(), w.added)), false, nil
		}
		if ctx.Err() != nil {
			return nil, false, err
		}
		// Anything else: errWalkAll, or the old tip is not here any more. If git cannot answer, the whole walk says so.
	}
	set, err = r.walkAll(ctx, tip, memoryPath)
	return set, true, err
}

// maxMoves bounds the folders that a memory was in before.
const maxMoves = 8

// walkAll walks the history of a memory, and of the folders it was in before it was moved: a commit that moved it did not
// bring its chunks.
func (r *Repo) walkAll(ctx context.Context, tip, memoryPath string) (*historySet, error) {
	var w historyWalk
	movers := map[string]bool{}
	folders := []string{memoryPath}
	for i := 0; i < len(folders) && i <= maxMoves; i++ {
		w.memoryPath, w.born = folders[i], nil
		if err := r.walkHistory(ctx, &w, tip); err != nil {
			return nil, err
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
	return newHistorySet(tip, w.commits.String(), w.withoutMoves(movers)), nil
}

// withoutMoves are the additions but those of commits that moved the memory. A file that came with nothing else was made in
// the last of them.
func (w *historyWalk) withoutMoves(movers map[string]bool) []addition {
	if len(movers) == 0 {
		return w.added
	}
	oldest := map[string]addition{}
	brought := map[string]bool{}
	var kept []addition
	for _, a := range w.added {
		oldest[a.key] = a
		if id, _, _ := strings.Cut(w.commits.String()[a.at:], "\t"); !movers[id] {
			brought[a.key] = true
			kept = append(kept, a)
		}
	}
	for key, a := range oldest {
		if !brought[key] {
			kept = append(kept, a)
		}
	}
	return kept
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
	historyFormat = "%x01%m%H%x00%aI%x00%an%x00%s"
	commitMark    = '\x01'
)

// historyWalk reads what git log prints, and collects what is kept of it in the form of a historySet.
type historyWalk struct {
	memoryPath string
	had        *historySet     // nil when all is walked
	commits    strings.Builder // lines of the commits that added something
	added      []addition      // newest first
	born       []string        // the commits that added config.json, newest first

	line []byte // of the commit that is read
	left bool   // it is one that only the old tip has
	at   int    // where line stands in commits, -1 when it does not
}

// walkHistory runs git log over a range. Merges are compared with all parents at once (-c): git then lists only what
// differs from each of them. For what a user's configuration could change see steady.
func (r *Repo) walkHistory(ctx context.Context, w *historyWalk, revs ...string) error {
	args := append([]string{"log", "--full-history", "-c", "--name-status", "-z",
		"--no-renames", "--no-follow", "--no-relative", "--no-color", "--no-decorate", "--no-notes", "--no-mailmap", "--no-ext-diff",
		"--encoding=UTF-8", "--format=" + historyFormat}, revs...)
	args = append(args, "--")
	if w.memoryPath == "." {
		args = append(args, memory.ChunksDir, memory.TombstonesDir, memory.ConfigPath)
	} else {
		args = append(args, w.memoryPath) // git is quicker with one name than with three
	}
	if w.had == nil {
		if done, err := r.walkThroughFile(ctx, w, args); done {
			return err
		}
	}
	return r.walkThroughPipe(ctx, w, args)
}

// logCommand prepares git log. Without GIT_FLUSH it would write for every commit (git(1)).
func (r *Repo) logCommand(ctx context.Context, args []string, stderr *bytes.Buffer) *exec.Cmd {
	cmd := r.command(ctx, args...)
	cmd.Env = append(slices.Clip(cmd.Env), "GIT_FLUSH=0")
	cmd.Stderr = stderr
	return cmd
}

// walkThroughPipe reads while git writes.
func (r *Repo) walkThroughPipe(ctx context.Context, w *historyWalk, args []string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var stderr bytes.Buffer
	cmd := r.logCommand(ctx, args, &stderr)
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return r.commandError(ctx, []string{"log"}, err, "")
	}
	readErr := w.read(out)
	if readErr != nil {
		cancel() // git may have much more to say
	}
	if err := cmd.Wait(); err != nil && readErr == nil {
		return r.commandError(ctx, []string{"log"}, err, stderr.String())
	}
	return readErr
}

// walkThroughFile lets git write a long answer to a temporary file. git writes 4 kB at a time, and to wake and to be woken
// for each of them takes a tenth of the time of a walk. done is false when it has to be tried in another way: there may be no
// room for the file.
func (r *Repo) walkThroughFile(ctx context.Context, w *historyWalk, args []string) (done bool, err error) {
	file, err := os.CreateTemp("", "hfa-history-*")
	if err != nil {
		return false, nil
	}
	_ = os.Remove(file.Name()) // where an open file can be removed, nothing is left behind whatever happens
	defer func() {
		_ = file.Close()
		_ = os.Remove(file.Name())
	}()
	var stderr bytes.Buffer
	cmd := r.logCommand(ctx, args, &stderr)
	cmd.Stdout = file
	if err := cmd.Run(); err != nil {
		return ctx.Err() != nil, r.commandError(ctx, []string{"log"}, err, stderr.String())
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return false, nil
	}
	return true, w.read(file)
}

// read takes the output apart:
//
//	\x01 MARK ID NUL DATE NUL NAME NUL SUBJECT NUL      a commit
//	LF? STATUS NUL PATH NUL                             a change of it, a letter for each parent of a merge
func (w *historyWalk) read(out io.Reader) error {
	in := bufio.NewReaderSize(out, 64<<10)
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
			if err := w.commit(field[1:], in); err != nil {
				return err
			}
		case w.line != nil && len(bytes.Trim(field, "ABCDMRTUX")) == 0:
			added := len(bytes.Trim(field, "A")) == 0
			name, err := inField(in)
			if err == nil && added {
				err = w.add(name)
			}
			if err != nil {
				return err
			}
		default:
			return fmt.Errorf("git log printed %q where a commit or a change was expected", field)
		}
	}
}

// commit reads the head of a commit into a line.
func (w *historyWalk) commit(head []byte, in *bufio.Reader) error {
	w.left = bytes.HasPrefix(head, []byte("<"))
	id := bytes.TrimLeft(head, "<>")
	if !validID(string(id)) {
		return fmt.Errorf("git log printed %q where a commit was expected", head)
	}
	w.line, w.at = append(w.line[:0], id...), -1
	for range 3 {
		text, err := inField(in)
		if err != nil {
			return err
		}
		w.line = appendOneLine(append(w.line, '\t'), text)
	}
	return nil
}

// add notes a file that the commit added.
func (w *historyWalk) add(file []byte) error {
	name := below(w.memoryPath, string(file))
	key := historyKey(name)
	switch {
	case name == memory.ConfigPath && w.had != nil:
		return errWalkAll // a memory that begins anew, or came back
	case name == memory.ConfigPath:
		id, _, _ := bytes.Cut(w.line, []byte("\t"))
		w.born = append(w.born, string(id))
		return nil
	case key == "":
		return nil
	case w.left:
		return errWalkAll
	case w.had != nil:
		if _, known := w.had.find(key); known {
			return errWalkAll
		}
	}
	if w.at < 0 {
		w.at = w.commits.Len()
		w.line = append(w.line, '\n')
		w.commits.Grow(len(w.line)) // doubles, where Write would be thrifty
		w.commits.Write(w.line)
	}
	w.added = append(w.added, addition{key, w.at})
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

// appendOneLine appends text of a commit, made safe for the lines of the cache: valid UTF-8, no control characters.
func appendOneLine(line, text []byte) []byte {
	if utf8.Valid(text) && !hasControl(text) {
		return append(line, text...)
	}
	return append(line, bytes.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, bytes.ToValidUTF8(text, []byte("\uFFFD")))...)
}

func hasControl(text []byte) bool {
	for _, c := range text {
		if c < ' ' || c == 0x7f {
			return true
		}
	}
	return false
}
