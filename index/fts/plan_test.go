package fts

import (
	"context"
	"path/filepath"
	"strings"
	"testing"
)

// TestPlanStartsAtTheVocabulary holds the order of the join: the other way round every chunk is probed for every term.
func TestPlanStartsAtTheVocabulary(t *testing.T) {
	ctx := context.Background()
	db, err := connect(filepath.Join(t.TempDir(), "plan.sqlite"), "rwc")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(ctx, createTables); err != nil {
		t.Fatal(err)
	}
	for name, query := range map[string]struct{ text, first string }{
		"postings":   {postingsQuery, "SCAN v VIRTUAL TABLE"},
		"hit words":  {hitWordQuery, "SEARCH h USING PRIMARY KEY (key=?)"},
		"successors": {successorsQuery, "SEARCH o USING INDEX chunks_ord"},
		"document":   {docQuery, "SEARCH c USING INDEX chunks_ord"},
		"request":    {requestQuery, "SEARCH chunks USING INDEX chunks_request_id"},
	} {
		rows, err := db.QueryContext(ctx, "EXPLAIN QUERY PLAN "+query.text, "x")
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		var steps []string
		for rows.Next() {
			var id, parent, unused int
			var detail string
			if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
				t.Fatal(err)
			}
			steps = append(steps, detail)
		}
		rows.Close()
		if len(steps) == 0 || !strings.HasPrefix(steps[0], query.first) {
			t.Errorf("%s: plan begins with %q, want %q", name, steps, query.first)
		}
		for _, s := range steps {
			if strings.HasPrefix(s, "SCAN c") {
				t.Errorf("%s: %q walks a whole table", name, s)
			}
		}
	}
}
