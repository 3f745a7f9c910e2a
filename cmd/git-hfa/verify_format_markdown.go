package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// maxMarkdown bounds the view of a job summary, which GitHub cuts at 1 MiB; so
// many decisions at once are an import, and nobody reads them there.
const maxMarkdown = 100

// verifyMarkdown is the readable view of what a state decides: new chunks with
// what they supersede, tombstones, nodes, then the findings.
func verifyMarkdown(m place.Memory, result verifyResult) string {
	var b strings.Builder
	name := m.Path
	if name == "" { // outside of git
		name = filepath.Base(m.Dir)
	}
	fmt.Fprintf(&b, "## Decisions in `%s`\n\n", strings.ReplaceAll(plain(name), "`", "'"))
	if d := result.delta; d != nil {
		markdownDelta(&b, d, len(result.Base) > 0)
	}
	markdownProblems(&b, m, result)
	return b.String()
}

func markdownDelta(b *strings.Builder, d *gitext.Delta, based bool) {
	switch {
	case d.Empty() && based:
		b.WriteString("Nothing is decided, superseded or revoked here.\n\n")
		return
	case d.Empty():
		b.WriteString("The memory is empty.\n\n")
		return
	}
	supersedes := map[memory.ID][]gitext.Superseded{}
	for _, s := range d.Superseded {
		supersedes[s.By] = append(supersedes[s.By], s)
	}
	if len(d.Added) > 0 {
		fmt.Fprintf(b, "### %s\n\n", map[bool]string{true: "New: ", false: "Chunks: "}[based]+count(len(d.Added), "chunk"))
	}
	for i := range d.Added {
		if i == maxMarkdown {
			fmt.Fprintf(b, "… and %s more.\n\n", count(len(d.Added)-i, "chunk"))
			break
		}
		markdownChunk(b, &d.Added[i], supersedes[d.Added[i].ID])
	}
	if len(d.Tombstoned) > 0 {
		b.WriteString("### Revoked\n\n")
		for i := range d.Tombstoned {
			t := &d.Tombstoned[i]
			fmt.Fprintf(b, "- `%s`: %s\n", t.Target, markdown(t.Reason))
		}
		b.WriteString("\n")
	}
	if len(d.Nodes) > 0 {
		b.WriteString("### Nodes\n\n")
		for _, n := range d.Nodes {
			fmt.Fprintf(b, "- %s\n", markdownNode(n))
		}
		b.WriteString("\n")
	}
	if d.Config {
		b.WriteString("`config.json` changed.\n\n")
	}
}

func markdownChunk(b *strings.Builder, c *memory.StoredChunk, supersedes []gitext.Superseded) {
	fmt.Fprintf(b, "**%s** · `%s` · %s", markdown(c.Title), c.ID, markdown(string(c.Node)))
	if c.Source != "" {
		b.WriteString(" · " + markdown(c.Source))
	}
	b.WriteString("\n\n")
	for line := range strings.SplitSeq(strings.TrimRight(c.Conclusion, "\n"), "\n") {
		b.WriteString("> " + markdown(line) + "\n>\n")
	}
	b.WriteString("\n")
	for _, s := range supersedes {
		title := ""
		if s.OldTitle != "" {
			title = " " + markdown(s.OldTitle)
		}
		fmt.Fprintf(b, "- supersedes `%s`%s\n", s.Old, title)
	}
	if len(supersedes) > 0 {
		b.WriteString("\n")
	}
}

// markdownNode tells one row: what it is, and what it was where that changed.
func markdownNode(n gitext.NodeChange) string { return nodeLine(n, markdown) }

// nodeLine tells a change of a row; shown makes foreign text safe.
func nodeLine(n gitext.NodeChange, shown func(string) string) string {
	title := func(n memory.Node) string { return strings.TrimSpace(string(n.ID) + " " + shown(n.Note)) }
	switch {
	case n.After.ID == "":
		return title(n.Before) + ": the row was removed"
	case n.Before.ID == "":
		return title(n.After) + ": new, " + string(n.After.State)
	}
	var changes []string
	change := func(name, before, after string) {
		if before != after {
			changes = append(changes, fmt.Sprintf("%s %s → %s", name, orWord(shown(before), "(none)"), orWord(shown(after), "(none)")))
		}
	}
	change("status", string(n.Before.State), string(n.After.State))
	change("title", n.Before.Note, n.After.Note)
	change("path", n.Before.Path, n.After.Path)
	change("hit words", strings.Join(n.Before.HitWords, ", "), strings.Join(n.After.HitWords, ", "))
	return title(n.After) + ": " + strings.Join(changes, ", ")
}

func markdownProblems(b *strings.Builder, m place.Memory, result verifyResult) {
	if len(result.Problems) == 0 {
		b.WriteString("No findings.\n")
		return
	}
	fmt.Fprintf(b, "### Findings: %s, %s\n\n", count(result.Errors, "error"), count(result.Warnings, "warning"))
	for i, p := range result.Problems {
		if i == maxMarkdown {
			fmt.Fprintf(b, "\n… and %d more.\n", len(result.Problems)-i)
			break
		}
		p = fromTop(m, p)
		where := p.Path
		if p.Line > 0 {
			where += fmt.Sprintf(":%d", p.Line)
		}
		fmt.Fprintf(b, "- **%s** `%s` %s: %s\n", p.Severity, p.Code, markdown(where), markdown(p.Message))
		if p.Cure != "" {
			fmt.Fprintf(b, "  To cure it: %s\n", markdown(p.Cure))
		}
	}
}

// markdown makes one line of foreign text that shows as itself: every ASCII punctuation mark may be escaped by a backslash
// (CommonMark 0.31.2, section 2.4). What services make of plain words is undone too: addresses become no links (GFM 0.29,
// section 6.9), and no person, team or issue is called, for which a space of no width stands behind the sign, as bots that
// write pull requests do it. A number that begins a line begins no list, which would be numbered anew.
func markdown(text string) string {
	var out strings.Builder
	line := []rune(plain(text))
	digits := len(line) > 0
	for i, r := range line {
		rest := line[i+1:]
		switch {
		case strings.ContainsRune("\\`*_{}[]<>()#+-!|~&@$", r),
			r == ':' && startsWith(rest, "//"),
			r == '.' && (digits && i > 0 || endsWith(line[:i], "www")):
			out.WriteByte('\\')
		}
		out.WriteRune(r)
		if r == '@' && len(rest) > 0 && isWord(rest[0]) || len(rest) > 0 && isDigit(rest[0]) && (r == '#' || r == '-' && endsWith(line[:i], "gh")) {
			out.WriteString("&#8203;")
		}
		digits = digits && isDigit(r)
	}
	return out.String()
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }
func isWord(r rune) bool  { return isDigit(r) || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' }

func startsWith(text []rune, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(string(text[:len(word)]), word)
}

func endsWith(text []rune, word string) bool {
	return len(text) >= len(word) && strings.EqualFold(string(text[len(text)-len(word):]), word)
}
