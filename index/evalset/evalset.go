package evalset

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
)

// Set is one memory with its prompts.
type Set struct {
	Name  string
	Notes []Note
	Cases []Case
}

// Note is one chunk in short.
type Note struct {
	Ref        string
	Title      string
	HitWords   []string
	Conclusion string
	Supersedes string // ref, "" for none
}

// Case is one prompt.
type Case struct {
	Want       string // ref of the note that must be selected, "" when nothing may be
	Prompt     string
	Reason     string // why it must be so
	Regression bool   // it must be right
}

//go:embed data/*.txt
var data embed.FS

// Sets reads the embedded sets, sorted by name.
func Sets() ([]Set, error) {
	files, err := fs.Glob(data, "data/*.memory.txt")
	if err != nil {
		return nil, err
	}
	var sets []Set
	for _, file := range files {
		s := Set{Name: strings.TrimSuffix(path.Base(file), ".memory.txt")}
		if err := each(file, 6, func(col []string) error { return s.addNote(col) }); err != nil {
			return nil, err
		}
		if err := each("data/"+s.Name+".cases.txt", 3, func(col []string) error { return s.addCase(col) }); err != nil {
			return nil, err
		}
		sets = append(sets, s)
	}
	return sets, nil
}

// each reads the lines of an embedded file, cut into at most n columns.
func each(file string, n int, yield func(columns []string) error) error {
	text, err := data.ReadFile(file)
	if err != nil {
		return err
	}
	line := 0
	for l := range strings.Lines(string(text)) {
		line++
		if l = strings.TrimSpace(l); l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		col := strings.Split(l, " | ")
		if len(col) > n {
			return fmt.Errorf("%s line %d: %d columns", file, line, len(col))
		}
		if err := yield(col); err != nil {
			return fmt.Errorf("%s line %d: %w", file, line, err)
		}
	}
	return nil
}

func (s *Set) addNote(col []string) error {
	if len(col) < 4 {
		return fmt.Errorf("%d columns, want ref, title, hit words, conclusion", len(col))
	}
	n := Note{Ref: col[0], Title: col[1], Conclusion: col[3]}
	for _, w := range strings.Split(col[2], ",") {
		n.HitWords = append(n.HitWords, strings.TrimSpace(w))
	}
	if len(col) > 4 {
		n.Supersedes = strings.TrimSpace(col[4])
	}
	for _, ref := range []string{n.Ref, n.Supersedes} {
		if (s.find(ref) >= 0) != (ref == n.Supersedes) && ref != "" {
			return fmt.Errorf("%q stands twice or is not there yet", ref)
		}
	}
	s.Notes = append(s.Notes, n)
	return nil
}

func (s *Set) addCase(col []string) error {
	if len(col) != 3 {
		return fmt.Errorf("%d columns, want ref, prompt, reason", len(col))
	}
	want, regression := strings.CutPrefix(col[0], "!")
	c := Case{Want: strings.TrimSpace(want), Prompt: col[1], Reason: col[2], Regression: regression}
	if c.Want == "-" {
		c.Want = ""
	} else if s.find(c.Want) < 0 {
		return fmt.Errorf("no note %q", c.Want)
	}
	s.Cases = append(s.Cases, c)
	return nil
}

func (s *Set) find(ref string) int {
	return slices.IndexFunc(s.Notes, func(n Note) bool { return n.Ref == ref })
}
