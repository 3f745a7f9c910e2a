package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
)

// batchRow is one question of "recall --batch".
type batchRow struct {
	QID   string `json:"qid"`
	Query string `json:"query"`
}

// batchAnswer is the line that answers it. Lists hold full ids and are never null.
type batchAnswer struct {
	QID      string   `json:"qid"`
	Selected []string `json:"selected"`
	Deferred []string `json:"deferred"`
	Ranked   []string `json:"ranked"` // at most 10, best first, whether or not something was selected
	Status   string   `json:"status"`
}

// maxRanked bounds the ranked list of a batch answer.
const maxRanked = 10

// recallBatch answers every row of a JSON Lines file from one view. A batch is a
// measurement: it is not written to the audit.
func recallBatch(ctx context.Context, e *env, m place.Memory, opts recallOptions) error {
	rows, err := readBatch(e, opts.batch)
	if err != nil {
		return err
	}
	r, err := e.openRecall(ctx, m, opts.at)
	if err != nil {
		return err
	}
	defer r.close()
	for _, row := range rows {
		if err := ctx.Err(); err != nil {
			return err
		}
		a, err := r.view.Recall(ctx, index.Request{Query: row.Query})
		if err != nil {
			return fmt.Errorf("recall %s: %w", row.QID, err)
		}
		if err := e.printJSON(batchAnswerOf(row.QID, a)); err != nil {
			return err
		}
	}
	return nil
}

func batchAnswerOf(qid string, a *index.Answer) batchAnswer {
	out := batchAnswer{QID: qid, Selected: []string{}, Deferred: []string{}, Ranked: []string{}, Status: a.Status}
	for _, s := range a.Selected {
		out.Selected = append(out.Selected, string(s.ID))
	}
	for _, d := range a.Deferred {
		out.Deferred = append(out.Deferred, string(d.ID))
	}
	for _, id := range a.Ranked[:min(len(a.Ranked), maxRanked)] {
		out.Ranked = append(out.Ranked, string(id))
	}
	return out
}

// readBatch reads the questions of a file, or of standard input for "-".
func readBatch(e *env, file string) ([]batchRow, error) {
	text, err := e.readFile(file)
	if err != nil {
		return nil, err
	}
	var rows []batchRow
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.TrimSpace(line) == "" {
			continue
		}
		var row batchRow
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			return nil, usagef("%s line %d: not a row {\"qid\",\"query\"}: %w", file, n, err)
		}
		if row.QID == "" {
			return nil, usagef("%s line %d: qid is missing", file, n)
		}
		rows = append(rows, row)
	}
	return rows, nil
}

// readFile reads a text file that the user named; "-" is standard input.
func (e *env) readFile(file string) (string, error) {
	if file == "-" {
		text, err := readText(e.stdin, "standard input")
		if err != nil {
			return "", &usageError{err: err}
		}
		return text, nil
	}
	path := file
	if !filepath.IsAbs(path) {
		path = filepath.Join(e.cwd, path)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", &usageError{err: fmt.Errorf("read %s: %w", file, unwrapPath(err))}
	}
	defer f.Close()
	text, err := readText(io.Reader(f), file)
	if err != nil {
		return "", &usageError{err: err}
	}
	return text, nil
}

// unwrapPath drops the path from an error of package os, where the message
// names the file already.
func unwrapPath(err error) error {
	if p, ok := err.(*os.PathError); ok {
		return p.Err
	}
	return err
}
