package main

import (
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext"
	"github.com/git-hfa/git-hfa/memory"
	"pgregory.net/rapid"
)

// strange texts: what titles, names and subjects of a repository may hold.
func drawText(t *rapid.T, name string) string {
	parts := rapid.SliceOfN(rapid.OneOf(
		rapid.StringMatching(`[ -~]{0,8}`), rapid.SampledFrom([]string{
			"编码修复", "é", "，", "：", "\u3000", "\u200b", "\u202e", "\u2028", "\u2029", "\x00", "\x1b[31m", "\n", "\t", "\xff", "\ufffd", "\u0301",
			`"`, `\`, "<", "</hfa-recall>", "&", "🙂", "\ufe0f", " ", "\x7f", "\u0085", "\u3164", "ｆ",
		}), rapid.String()), 0, 4).Draw(t, name)
	return strings.Join(parts, "")
}

func TestPlainTextIsWhatPlainLeavesAlone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		if s := drawText(t, "text"); isPlainText([]byte(s)) && plain(s) != s {
			t.Fatalf("%q would become %q", s, plain(s))
		}
	})
	for _, s := range []string{"", "chunk_0007  Use UTF-8", "编码修复，与 UTF-8", "Zoë"} {
		if !isPlainText([]byte(s)) {
			t.Errorf("%q takes the slow way", s)
		}
	}
}

// The keys of a row and their order are part of what programs rely on.
func TestRowsAreTheJSONOfAStruct(t *testing.T) {
	type edge struct {
		ID     memory.ID `json:"id"`
		Commit *string   `json:"commit"`
		Other  *string   `json:"id_commit"`
	}
	type tomb struct {
		Reason string  `json:"reason"`
		Commit *string `json:"commit"`
	}
	type row struct {
		ID            memory.ID   `json:"id"`
		Title         string      `json:"title"`
		State         string      `json:"state"`
		Commit        *string     `json:"commit"`
		Author        *string     `json:"author"`
		Date          *string     `json:"date"`
		Subject       *string     `json:"subject"`
		Known         string      `json:"known"`
		Also          []string    `json:"also"`
		Supersedes    []edge      `json:"supersedes"`
		SupersededBy  []edge      `json:"superseded_by"`
		ConflictsWith []memory.ID `json:"conflicts_with"`
		Tombstone     *tomb       `json:"tombstone"`
	}
	orNull := func(s string) *string {
		if s == "" {
			return nil
		}
		return &s
	}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom([]string{"", "9f8e7d6", "0123456789"})
		draw := func(name string) string { return drawText(t, name) }
		r := logRow{ID: memory.ID(draw("id")), Title: draw("title"), State: stateLiving, Known: rapid.SampledFrom([]string{knownCommit, knownNot, knownShallow}).Draw(t, "known")}
		r.Brought.First = gitext.Commit{ID: "9f8e7d6", Author: draw("author"), Date: "2026", Subject: draw("subject")}
		want := row{
			ID: r.ID, Title: r.Title, State: r.State, Known: r.Known,
			Also: []string{}, Supersedes: []edge{}, SupersededBy: []edge{}, ConflictsWith: []memory.ID{},
		}
		for range rapid.IntRange(0, 2).Draw(t, "also") {
			r.Brought.Also = append(r.Brought.Also, gitext.Commit{ID: id.Draw(t, "again")})
		}
		if c := &r.Brought.First; r.Known == knownCommit {
			want.Commit, want.Author, want.Date, want.Subject = &c.ID, &c.Author, &c.Date, &c.Subject
			for _, c := range r.Brought.Also {
				want.Also = append(want.Also, c.ID)
			}
		}
		for range rapid.IntRange(0, 2).Draw(t, "links") {
			e := logEdge{ID: memory.ID(draw("old")), Commit: id.Draw(t, "commit"), Other: id.Draw(t, "other")}
			r.Supersedes, r.SupersededBy = append(r.Supersedes, e), append(r.SupersededBy, e)
			want.Supersedes = append(want.Supersedes, edge{e.ID, orNull(e.Commit), orNull(e.Other)})
			r.ConflictsWith, want.ConflictsWith = append(r.ConflictsWith, e.ID), append(want.ConflictsWith, e.ID)
		}
		want.SupersededBy = want.Supersedes
		if rapid.Bool().Draw(t, "revoked") {
			r.Tombstone = &logTombstone{Reason: draw("reason"), Commit: id.Draw(t, "revoked by")}
			want.Tombstone = &tomb{r.Tombstone.Reason, orNull(r.Tombstone.Commit)}
		}
		var got jsonText
		got.row(&r)
		text, err := encodeJSON(want)
		if err != nil || string(got.buf)+"\n" != string(text) {
			t.Fatalf("%s\nwant\n%s%v", got.buf, text, err)
		}
	})
}
