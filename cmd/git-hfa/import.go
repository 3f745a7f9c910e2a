package main

import (
	"context"
	"fmt"
	"io"
	"os"

	"github.com/git-hfa/git-hfa/gitext/kept"
	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
	"github.com/spf13/cobra"
)

type importOptions struct {
	file string
	json bool
}

// importedRow is one line of "import --json".
type importedRow struct {
	Ref       string    `json:"ref"` // the row's own name
	ID        memory.ID `json:"id"`
	Duplicate bool      `json:"duplicate,omitempty"`
}

func newImport(e *env) *cobra.Command {
	var opts importOptions
	cmd := &cobra.Command{
		Use: "import FILE.jsonl", Short: "Write many decisions at once",
		Long: `Write many decisions at once, all or nothing. Every line is a row {"id","title","hit_words","conclusion",
"source","supersedes","created_at","node","request_id"}; id, title and conclusion are required. id and
supersedes are the file's own names; supersedes may also name chunks of the memory. Other keys are kept.
Importing the same file again writes nothing new. Nor does a row without request_id that the memory has already: the
decision of this id says the same, or another one that is in force. "-" reads standard input.`,
		Example: examples(e, "import decisions.jsonl", "import decisions.jsonl --json"),
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			opts.file = args[0]
			return runImport(cmd.Context(), e, opts)
		},
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, `print a line {"ref","id"} for each row`)
	return cmd
}

func runImport(ctx context.Context, e *env, opts importOptions) error {
	m, err := e.find(ctx, e.memoryDir)
	if err != nil {
		return err
	}
	text, err := e.readFile(opts.file)
	if err != nil {
		return err
	}
	rows, err := parseRows(opts.file, text)
	if err != nil {
		return err
	}
	s, err := e.openWriter(ctx, m)
	if err != nil {
		return err
	}
	bar := newProgress(e.stderr)
	imported, err := importRows(ctx, m, s, rows, bar.show)
	bar.end()
	if err != nil {
		return fmt.Errorf("import %s, nothing was written: %w", opts.file, err)
	}
	if v := e.written(ctx, m, s); v != nil {
		e.keepImported(m, v, imported)
		v.Close()
	}
	duplicates := 0
	for _, row := range imported {
		if row.Duplicate {
			duplicates++
		}
		if opts.json {
			if err := e.printJSON(importedRow{Ref: row.Ref, ID: row.ID, Duplicate: row.Duplicate}); err != nil {
				return err
			}
		}
	}
	if !opts.json {
		e.printf("wrote %s", count(len(imported)-duplicates, "chunk"))
		if duplicates > 0 {
			e.printf(", %d were there already", duplicates)
		}
		e.printf("\n")
	}
	return nil
}

// importRows writes the rows that the memory does not have yet, and says of each what became of it.
func importRows(ctx context.Context, m place.Memory, s *store.Store, rows []store.Row, progress func(done, total int)) ([]store.Imported, error) {
	tree, err := memory.Load(os.DirFS(m.Dir))
	if err != nil {
		return nil, err
	}
	found := alreadyThere(tree, rows)
	written, err := s.Import(ctx, freshRows(rows, found), progress)
	if err != nil {
		return nil, err
	}
	all := make([]store.Imported, len(rows))
	for i, row := range rows {
		if found[i] != "" {
			all[i] = store.Imported{Ref: row.Ref, ID: found[i], Duplicate: true}
			continue
		}
		all[i], written = written[0], written[1:]
	}
	return all, nil
}

// keepImported keeps copies of what a linked work tree imported. Only the view knows where the chunks are.
func (e *env) keepImported(m place.Memory, v *index.View, imported []store.Imported) {
	if m.Place.GitDir == m.Place.CommonDir {
		return
	}
	var names []string
	for _, row := range imported {
		if i, ok := v.Source.Lookup(row.ID); ok && !row.Duplicate {
			if doc, err := v.Source.Doc(i); err == nil {
				names = append(names, doc.Path)
			}
		}
	}
	if err := kept.Keep(m, names...); err != nil {
		e.warn("the import is done, but there is no copy of all to rescue if this work tree is removed: %v", err)
	}
}

// progress shows on a terminal how far an import is; elsewhere it is silent.
type progress struct {
	w    io.Writer // nil: silent
	last int       // percentage on the screen, -1 for none
}

func newProgress(w io.Writer) *progress {
	if !terminal(w) {
		w = nil
	}
	return &progress{w: w, last: -1}
}

// show draws the line again when the percentage has changed.
func (p *progress) show(done, total int) {
	percent := 100
	if total > 0 {
		percent = done * 100 / total
	}
	if p.w == nil || percent == p.last {
		return
	}
	p.last = percent
	fmt.Fprintf(p.w, "\rgit-hfa: importing %d/%d (%d%%)", done, total, percent)
}

// end leaves the line, so that what is printed next has its own.
func (p *progress) end() {
	if p.w != nil && p.last >= 0 {
		fmt.Fprintln(p.w)
	}
	p.last = -1
}
