package githooks

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
)

// State is what a hook file holds of ours.
type State string

const (
	Absent  State = "absent"  // no section
	Current State = "current" // the section of this version
	Former  State = "former"  // the section of another version
	Damaged State = "damaged" // a section that was changed by hand, or is not whole, or of a version to come
)

var (
	// ErrNotShell is a hook file that the section cannot be put into, because no POSIX shell runs it.
	ErrNotShell = errors.New("not a sh script")
	// ErrDamaged is a section that is not as any version wrote it. [Clean] takes out what is left of it.
	ErrDamaged = errors.New("the lines of git-hfa are damaged")
	// ErrUnreached is a section that no shell gets to, because a line before it ends the script.
	ErrUnreached = errors.New("the lines of git-hfa are not reached")
)

// Find looks for the section of a hook in its file.
func Find(script []byte, name string) State {
	_, _, state := locate(script, name)
	return state
}

// Ours reports whether a file is a hook file of our own, as any version wrote it, and nothing else.
func Ours(script []byte, name string) bool {
	rest, ok := bytes.CutPrefix(script, []byte(Shebang))
	return ok && bytes.HasPrefix(rest, []byte(beginMark(name))) && released(name, string(rest))
}

// Insert returns the hook file with the section of this version in it: right behind the first line of a sh script, in the
// place of an older section where there is one. An empty file becomes one of our own. ErrNotShell, with the reason, when
// the first line names another interpreter, or none; ErrDamaged. script itself is not changed.
func Insert(script []byte, name string) ([]byte, error) { return insert(script, name, false) }

// InsertBare is [Insert] for files that are run as "sh FILE" and need no first line, as those of husky.
func InsertBare(script []byte, name string) ([]byte, error) { return insert(script, name, true) }

func insert(script []byte, name string, bare bool) ([]byte, error) {
	start, end, state := locate(script, name)
	switch {
	case state == Damaged:
		return nil, ErrDamaged
	case state != Absent:
		return slices.Concat(script[:start], matchEnd(name, script[start:end]), script[end:]), nil
	case len(script) == 0:
		return []byte(Script(name)), nil
	}
	at := 0
	if !bare || bytes.HasPrefix(script, []byte("#!")) {
		if err := shell(script); err != nil {
			return nil, err
		}
		at = bytes.IndexByte(script, '\n') + 1
		if at == 0 { // one line without an end: the section takes the end over, see Remove
			return slices.Concat(script, []byte("\n"), []byte(strings.TrimSuffix(Section(name), "\n"))), nil
		}
	}
	return slices.Concat(script[:at], []byte(Section(name)), script[at:]), nil
}

// matchEnd is the section of this version with the same line end, or none, as the one it replaces.
func matchEnd(name string, old []byte) []byte {
	section := []byte(Section(name))
	if !bytes.HasSuffix(old, []byte("\n")) {
		section = section[:len(section)-1]
	}
	return section
}

// Remove returns the hook file without our section, byte for byte as it was before [Insert]. It is script when there is no
// section. ErrDamaged.
func Remove(script []byte, name string) ([]byte, error) {
	start, end, state := locate(script, name)
	switch state {
	case Absent:
		return script, nil
	case Damaged:
		return nil, ErrDamaged
	}
	if end == len(script) && script[end-1] != '\n' && start > 0 {
		start-- // the line end that Insert put in front
	}
	return slices.Concat(script[:start], script[end:]), nil
}

// locate finds the section, script[start:end], and says what it is.
func locate(script []byte, name string) (start, end int, state State) {
	mark := strings.TrimSuffix(endMark(name), "\n")
	start = markedLine(script, beginMark(name), 0)
	if start < 0 {
		if markedLine(script, mark, 0) >= 0 {
			return 0, 0, Damaged
		}
		return 0, 0, Absent
	}
	end = markedLine(script, mark, start)
	if end < 0 || markedLine(script, beginMark(name), start+1) >= 0 || markedLine(script, mark, end+1) >= 0 || markedLine(script, mark, 0) < start {
		return start, len(script), Damaged
	}
	end += len(mark)
	section := string(script[start:end]) + "\n"
	if end < len(script) {
		if script[end] != '\n' {
			return start, end, Damaged
		}
		end++
	}
	switch {
	case section == Section(name):
		return start, end, Current
	case released(name, section):
		return start, end, Former
	}
	return start, end, Damaged
}

// Reached tells why the shell does not get to the section of a hook file that has one; nil when it does. bare is as for
// [InsertBare]. The error is ErrNotShell or ErrUnreached, with the reason.
func Reached(script []byte, name string, bare bool) error {
	if !bare || bytes.HasPrefix(script, []byte("#!")) {
		if err := shell(script); err != nil {
			return err
		}
	}
	start, _, _ := locate(script, name)
	n := 0
	for line := range bytes.Lines(script[:start]) {
		n++
		word, rest, _ := strings.Cut(strings.TrimRight(string(line), "\r\n"), " ")
		// At the margin: what stands further in may be a branch that is not taken. "exec >file" goes on.
		if word == "exit" || word == "exec" && !strings.ContainsAny(rest[:min(len(rest), 1)], "<>0123456789") {
			return fmt.Errorf("%w: line %d ends the script before them", ErrUnreached, n)
		}
	}
	return nil
}

// markedLine returns where the first line at or behind from begins that has a mark (see marks), -1 for none.
func markedLine(script []byte, mark string, from int) int {
	for from < len(script) {
		i := bytes.Index(script[from:], []byte(mark))
		if i < 0 {
			return -1
		}
		if i += from; i == 0 || script[i-1] == '\n' {
			line, _, _ := bytes.Cut(script[i:], []byte("\n"))
			if marks(bare(line), mark) {
				return i
			}
		}
		from = i + 1
	}
	return -1
}

// shell tells why a script is none that a POSIX shell runs; nil when one does.
func shell(script []byte) error {
	line, _, _ := bytes.Cut(script, []byte("\n"))
	text, ok := strings.CutPrefix(string(line), "#!")
	words := strings.Fields(text)
	switch {
	case bytes.IndexByte(script, 0) >= 0:
		return reason("it is a binary file")
	case !ok:
		return reason("it has no #! line")
	case strings.HasSuffix(text, "\r"):
		return reason("its lines end in CRLF")
	case len(words) == 0:
		return reason("its #! line is empty")
	}
	program := base(words[0])
	if program == "env" && len(words) > 1 && !strings.HasPrefix(words[1], "-") {
		words = words[1:]
		program = base(words[0])
	}
	switch program {
	case "sh", "bash", "dash", "ash", "ksh":
	default:
		return reason("it is run by " + program)
	}
	for _, option := range words[1:] {
		// Options that change how lines are run, but not where they come from.
		if strings.Trim(option, "euxpfEhB") != "-" {
			return reason("its #! line has " + option)
		}
	}
	return nil
}

func base(program string) string {
	return strings.TrimSuffix(path.Base(strings.ReplaceAll(program, `\`, "/")), ".exe")
}

// shellError is ErrNotShell with what was found.
type shellError struct{ reason string }

func reason(text string) error { return &shellError{text} }

func (e *shellError) Error() string        { return ErrNotShell.Error() + ": " + e.reason }
func (e *shellError) Is(target error) bool { return target == ErrNotShell }
