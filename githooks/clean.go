package githooks

import (
	"bytes"
	"slices"
	"strings"
)

// Clean returns a hook file without anything of ours, damaged or not. Where both marked lines are there, all between them
// goes; where one of them is lost, the lines next to the other that are ours. lost is set when a line went that is none of
// this version's: the caller keeps the file as it was.
func Clean(script []byte, name string) (rest []byte, lost bool) {
	lines := slices.Collect(bytes.Lines(script))
	known := sectionLines(name)
	for {
		from, to := remains(lines, known, name)
		if from == to {
			break
		}
		for _, line := range lines[from:to] {
			text := bare(line)
			lost = lost || !slices.Contains(known, text) && !isMark(text, name) && !cutShort(line, known)
		}
		last := lines[to-1]
		lines = slices.Delete(lines, from, to)
		if from == len(lines) && from > 0 && string(last)+"\n" == endMark(name) {
			lines[from-1] = bytes.TrimSuffix(lines[from-1], []byte("\n")) // the line end that Insert put in front
		}
	}
	return bytes.Join(lines, nil), lost
}

// sectionLines are the lines of this version's section, without their ends.
func sectionLines(name string) []string {
	return strings.Split(strings.TrimSuffix(Section(name), "\n"), "\n")
}

// bare is a line without its end, in whatever way it was ended.
func bare(line []byte) string { return strings.TrimRight(string(line), "\r\n") }

func isBegin(line, name string) bool { return marks(line, beginMark(name)) }
func isEnd(line, name string) bool   { return marks(line, strings.TrimSuffix(endMark(name), "\n")) }
func isMark(line, name string) bool  { return isBegin(line, name) || isEnd(line, name) }

// marks reports whether a line is a mark, with or without more words. "pre-commit" is no beginning of "pre-commit-x".
func marks(line, mark string) bool {
	rest, ok := strings.CutPrefix(line, mark)
	return ok && (rest == "" || rest[0] == ' ' || rest[0] == '\t')
}

// remains finds the first part of ours, lines[from:to]; empty when there is none.
func remains(lines [][]byte, known []string, name string) (from, to int) {
	i := slices.IndexFunc(lines, func(line []byte) bool { return isMark(bare(line), name) })
	if i < 0 {
		return 0, 0
	}
	if isEnd(bare(lines[i]), name) {
		return i - ours(reversed(lines[:i]), reversedText(known[:len(known)-1])), i + 1
	}
	next := len(lines)
	for j := i + 1; j < len(lines); j++ {
		if isMark(bare(lines[j]), name) {
			next = j
			break
		}
	}
	if next < len(lines) && isEnd(bare(lines[next]), name) {
		return i, next + 1
	}
	return i, i + 1 + ours(lines[i+1:next], known[1:])
}

// ours counts the lines from the front that are left of a section. A line belongs to it when it follows the last one in the
// section, or when it has a name that nobody else gives, and then what stands before it does too.
func ours(lines [][]byte, known []string) (n int) {
	at := 0 // in known, behind the last line that was found
	for i, line := range lines {
		text := bare(line)
		switch {
		case i == n && at < len(known) && (text == known[at] || cutShort(line, known[at:at+1])):
			n, at = i+1, at+1
		case strings.Contains(text, "hfa_"):
			n = i + 1
			if j := slices.Index(known, text); j >= 0 {
				at = j + 1
			}
		}
	}
	return n
}

// cutShort reports a line without its end that begins a known one: a full disk, or a crash.
func cutShort(line []byte, known []string) bool {
	return len(line) > 0 && line[len(line)-1] != '\n' &&
		slices.ContainsFunc(known, func(k string) bool { return strings.HasPrefix(k, string(line)) })
}

func reversed(lines [][]byte) [][]byte {
	lines = slices.Clone(lines)
	slices.Reverse(lines)
	return lines
}

func reversedText(lines []string) []string {
	lines = slices.Clone(lines)
	slices.Reverse(lines)
	return lines
}
