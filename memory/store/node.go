package store

import (
	"context"
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// AddNode writes the document of a new node and its row in directory.md, in one
// transaction, and returns the row. node.Note is its title. The state is not asked:
// a side branch or profile begins ACTIVE, a main line PAUSED until Focus. Without a
// Path the document is main/m2.md, branches/s1.md or profile/p2.md (lower case, so
// that it is the same file on every system); one that is there already stays as it
// is.
//
// Errors: ErrRefused when the id is taken or was tombstoned, or the node makes no
// sense; ErrLocked; ErrRecovery.
func (s *Store) AddNode(ctx context.Context, node memory.Node) (memory.Node, error) {
	node, err := cleanNode(node)
	if err != nil {
		return memory.Node{}, err
	}
	w, err := s.begin(ctx)
	if err != nil {
		return memory.Node{}, err
	}
	defer w.end()
	dir, data, err := w.directory()
	if err != nil {
		return memory.Node{}, err
	}
	if _, taken := dir.Node(node.ID); taken {
		return memory.Node{}, refuse("there is a node %s already: take the next number", node.ID)
	}
	n, err := w.names()
	if err != nil {
		return memory.Node{}, err
	}
	record, err := w.tombstoneOf(n, string(node.ID))
	if err != nil {
		return memory.Node{}, err
	}
	if record != nil {
		return memory.Node{}, refuse("node %s was tombstoned, its id is not given again: take the next number", node.ID)
	}
	config, err := w.config()
	if err != nil {
		return memory.Node{}, err
	}
	var changes []change
	there, err := w.regular(node.Path)
	if err != nil {
		return memory.Node{}, err
	}
	if !there {
		changes = append(changes, change{node.Path, absent, document(config.Lang, node)})
	}
	dir.Put(node)
	changes = append(changes, change{memory.DirectoryPath, hashOf(data), dir.Encode()})
	return node, w.commit(ctx, changes, nil)
}

// cleanNode takes secrets out of a node and fills in what was left open.
func cleanNode(node memory.Node) (memory.Node, error) {
	id, err := memory.ParseNodeID(string(node.ID))
	if err != nil {
		return node, refusal{err}
	}
	c := cleaner{}
	words := node.HitWords
	node = memory.Node{ID: id, Path: node.Path, State: memory.Active, Note: c.line("title", node.Note)}
	for _, word := range words {
		if word = c.line("hit word", word); word != "" {
			node.HitWords = append(node.HitWords, word)
		}
	}
	if c.err != nil {
		return node, c.err
	}
	if id.Kind() == memory.MainLine {
		node.State = memory.Paused
	}
	if node.Path == "" {
		node.Path = documentPath(id)
	}
	first, _, nested := strings.Cut(node.Path, "/")
	if err := checkPath(node.Path); err != nil || !nested || !strings.HasSuffix(node.Path, ".md") ||
		(first != "main" && first != "branches" && first != "profile") {
		return node, refuse("%q cannot be a node's document: name a .md file under main/, branches/ or profile/", node.Path)
	}
	return node, nil
}

func documentPath(id memory.NodeID) string {
	name := strings.ToLower(string(id)) + ".md"
	switch id.Kind() {
	case memory.MainLine:
		return "main/" + name
	case memory.Profile:
		return "profile/" + name
	default:
		return "branches/" + name
	}
}

// Focus makes id the one ACTIVE main line; every other ACTIVE main line becomes
// PAUSED. It also cures a directory that has none or several. When id is the only
// one already, nothing is written.
//
// Errors: memory.ErrNotFound when there is no such node or its document is missing;
// ErrRefused when it is no main line or was tombstoned; ErrLocked; ErrRecovery.
func (s *Store) Focus(ctx context.Context, id memory.NodeID) error {
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer w.end()
	dir, data, err := w.directory()
	if err != nil {
		return err
	}
	if err := w.checkFocus(dir, id); err != nil {
		return err
	}
	changed := false
	for _, node := range dir.Nodes() {
		state := node.State
		switch {
		case node.ID == id:
			state = memory.Active
		case node.ID.Kind() == memory.MainLine && node.State == memory.Active:
			state = memory.Paused
		}
		if state != node.State {
			node.State = state
			dir.Put(node)
			changed = true
		}
	}
	if !changed {
		return nil
	}
	return w.commit(ctx, []change{{memory.DirectoryPath, hashOf(data), dir.Encode()}}, nil)
}

func (w *session) checkFocus(dir *memory.Directory, id memory.NodeID) error {
	node, ok := dir.Node(id)
	if !ok {
		return &UnknownNodeError{id}
	}
	if id.Kind() != memory.MainLine {
		return refuse("%s is no main line: only an M node can have the focus", id)
	}
	n, err := w.names()
	if err != nil {
		return err
	}
	record, err := w.tombstoneOf(n, string(id))
	if err != nil {
		return err
	}
	if record != nil || node.State == memory.Tombstoned {
		return refuse("%s is tombstoned: it cannot have the focus again", id)
	}
	there := false
	if checkPath(node.Path) == nil {
		if there, err = w.regular(node.Path); err != nil {
			return err
		}
	}
	if !there {
		return &NoDocumentError{id, node.Path}
	}
	return nil
}

// milestones is the file that Milestone appends to.
const milestones = "history/stream.md"

// Milestone appends a line with today's date to history/stream.md. Secrets are taken
// out of the text. ErrRefused for an empty text; ErrLocked; ErrRecovery.
func (s *Store) Milestone(ctx context.Context, text string) error {
	c := cleaner{}
	text = c.line("milestone", text)
	if c.err != nil {
		return c.err
	}
	if text == "" {
		return refuse("a milestone needs a text")
	}
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer w.end()
	there, err := w.regular(milestones)
	if err != nil {
		return err
	}
	line := fmt.Sprintf("- %s %s\n", s.opts.Now().UTC().Format("2006-01-02"), text)
	if !there {
		config, err := w.config()
		if err != nil {
			return err
		}
		return w.commit(ctx, []change{{milestones, absent, []byte(milestonesHead(config.Lang) + line)}}, nil)
	}
	old, err := w.read(milestones)
	if err != nil {
		return err
	}
	if len(old) > 0 && old[len(old)-1] != '\n' {
		line = "\n" + line
	}
	data := append(append([]byte(nil), old...), line...)
	return w.commit(ctx, []change{{milestones, hashOf(old), data}}, nil)
}
