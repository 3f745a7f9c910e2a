package main

import (
	"reflect"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestARowIsReadOrRefusedWithItsReason(t *testing.T) {
	tests := []struct{ name, line, refusal string }{
		{"smallest", `{"id":"a","title":"T"}`, ""},
		{"null is nothing", `{"id":"a","title":"T","hit_words":null,"supersedes":null,"source":null,"node":null}`, ""},
		{"empty string is no link", `{"id":"a","supersedes":""}`, ""},
		{"node in lower case", `{"id":"a","node":"s1"}`, ""},
		{"no id", `{"title":"T"}`, "id is missing"},
		{"not an object", `["a"]`, "not a JSON object"},
		{"title is a number", `{"id":"a","title":1}`, "title: must be a string"},
		{"hit words hold a number", `{"id":"a","hit_words":["x",2]}`, "hit_words: must be a list of strings"},
		{"links are a number", `{"id":"a","supersedes":7}`, "supersedes: must be a list of strings"},
		{"bad node", `{"id":"a","node":"Q1"}`, `"Q1" is not a node id`},
		{"computed key", `{"id":"a","epoch":3}`, "epoch: is set by the program"},
		{"key twice", `{"id":"a","id":"b"}`, "duplicate"},
		{"cut", `{"id":"a","title":"T`, "cut"},
		{"two values", `{"id":"a"} {"id":"b"}`, "more than one JSON value"},
		{"lone surrogate", `{"id":"a","title":"\ud83d"}`, "bad JSON"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			row, err := parseRow([]byte(tt.line))
			if tt.refusal == "" {
				if err != nil || row.Ref != "a" || len(row.Draft.Supersedes) != 0 {
					t.Fatalf("got %+v, %v", row, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), tt.refusal) {
				t.Fatalf("got %+v, %v; want a refusal with %q", row, err, tt.refusal)
			}
		})
	}
}

func TestRowErrorsNameFileAndLine(t *testing.T) {
	_, err := parseRows("d.jsonl", "{\"id\":\"a\"}\n\n{\"id\":\"a\"}\n")
	if err == nil || !isUsage(err) || !strings.Contains(err.Error(), `d.jsonl line 3: id "a" was used in line 1`) {
		t.Errorf("got %v", err)
	}
}

// What export prints, import reads back to the same draft.
func TestExportedRowsAreImportRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringN(0, 40, -1)
		c := memory.Chunk{
			ID: "chunk_0007-k3f9qz7m", Epoch: 2, Topic: 3, Node: "S1",
			Title: text.Draw(t, "title"), Conclusion: text.Draw(t, "conclusion"), Source: text.Draw(t, "source"), RequestID: text.Draw(t, "request"),
			HitWords:  rapid.SliceOfN(rapid.StringN(1, 10, -1), 0, 8).Draw(t, "hit words"),
			CreatedAt: "2026-05-11T08:30:00.123Z",
			Extra:     []memory.Member{{Key: "priority", Value: jsontext.Value(`{"level": [1, 2.50]}`)}},
		}
		if rapid.Bool().Draw(t, "supersedes") {
			c.Supersedes = []memory.ID{"chunk_0002-p0v8d1xa", "chunk_0001"}
		}
		rows, err := parseRows("export", string(exportRow(c))+"\n")
		if err != nil || len(rows) != 1 {
			t.Fatalf("%d rows, %v", len(rows), err)
		}
		d := rows[0].Draft
		var links []memory.ID
		for _, s := range d.Supersedes {
			links = append(links, memory.ID(s))
		}
		got := memory.Chunk{ID: memory.ID(rows[0].Ref), Epoch: 2, Topic: 3, Node: d.Node, Title: d.Title, HitWords: d.HitWords, Conclusion: d.Conclusion,
			Source: d.Source, RequestID: d.RequestID, Supersedes: links, CreatedAt: d.CreatedAt, Extra: d.Extra}
		c.Extra[0].Value = jsontext.Value(`{"level":[1,2.50]}`)
		if len(c.HitWords) == 0 {
			c.HitWords = nil
		}
		if !reflect.DeepEqual(got, c) {
			t.Fatalf("got %+v\nwant %+v", got, c)
		}
	})
}

// FuzzParseRow holds a row that is accepted to what import promises: it has a
// name, and every text of it is what the line said.
func FuzzParseRow(f *testing.F) {
	f.Add([]byte(`{"id":"a","title":"T","hit_words":["x"],"conclusion":"c","supersedes":["b"],"extra":{"n":1}}`))
	f.Add([]byte(`{"id":"a","hit_words":"三、四","created_at":"2024-05-06"}`))
	f.Add([]byte(`{"id":"a"`))
	f.Fuzz(func(t *testing.T, line []byte) {
		row, err := parseRow(line)
		if err != nil {
			return
		}
		if row.Ref == "" {
			t.Fatal("a row without a name was accepted")
		}
		for _, extra := range row.Draft.Extra {
			if !extra.Value.IsValid() {
				t.Fatalf("extra %q is not JSON: %s", extra.Key, extra.Value)
			}
		}
	})
}

func TestProgressIsForTerminalsOnly(t *testing.T) {
	var b strings.Builder
	silent := newProgress(&b)
	silent.show(1, 2)
	silent.end()
	if b.Len() != 0 {
		t.Errorf("printed %q where nobody looks", b.String())
	}
	bar := &progress{w: &b, last: -1}
	bar.end()
	bar.show(0, 400)
	bar.show(1, 400)
	bar.show(400, 400)
	bar.end()
	bar.end()
	if got, want := b.String(), "\rgit-hfa: importing 0/400 (0%)\rgit-hfa: importing 400/400 (100%)\n"; got != want {
		t.Errorf("printed %q, want %q", got, want)
	}
}
