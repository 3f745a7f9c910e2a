package store

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// InitOptions say how a new memory begins.
type InitOptions struct {
	Lang string // of generated text: "zh" or "en"; "": "en"
}

//go:embed gitignore.txt
var gitignore string

//go:embed gitattributes.txt
var gitattributes string

// Init makes a memory in opts.Dir, and the folder when it is missing: config.json,
// directory.md, the nodes M1 and P1 with their documents, .gitignore, .gitattributes
// and the framework.md of the first epoch; all or nothing.
//
// Errors: ErrExists when there is a memory, ErrForeign when the folder holds
// something else; nothing was touched then. ErrRefused for an unknown language;
// ErrLocked; ErrRecovery.
func Init(ctx context.Context, opts Options, init InitOptions) error {
	config := memory.DefaultConfig()
	switch init.Lang {
	case "zh", "en":
		config.Lang = init.Lang
	case "":
		config.Lang = "en"
	default:
		return refuse("language %q is unknown: take zh or en", init.Lang)
	}
	s := newStore(opts)
	if err := s.checkEmpty(); err != nil {
		return err
	}
	if err := makeDirs(s.fsys, s.dir); err != nil {
		return fmt.Errorf("make the memory: %w", err)
	}
	w, err := s.begin(ctx)
	if err != nil {
		return err
	}
	defer w.end()
	// Another process may have been faster, or recovery has just finished it.
	if err := s.checkEmpty(); err != nil {
		return err
	}
	dir := memory.NewDirectory(config.Lang)
	first := firstNodes(config.Lang)
	changes := []change{
		{memory.ConfigPath, absent, config.Encode()},
		{".gitignore", absent, []byte(gitignore)},
		{".gitattributes", absent, []byte(gitattributes)},
		{memory.FrameworkPath(1), absent, memory.Framework(1)},
	}
	for _, node := range first {
		dir.Put(node)
		changes = append(changes, change{node.Path, absent, document(config.Lang, node)})
	}
	// The directory comes last: with it the folder is a memory.
	changes = append(changes, change{memory.DirectoryPath, absent, dir.Encode()})
	return w.commit(ctx, changes, nil)
}

// checkEmpty tells apart a folder that is free, a memory, and anything else. What the
// machinery of a stopped Init left is not something else.
func (s *Store) checkEmpty() error {
	if isMemory(s.folder) {
		return fmt.Errorf("%s: %w", s.dir, ErrExists)
	}
	entries, err := s.fsys.ReadDir(s.dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrForeign, err)
	}
	pending, err := s.Pending()
	if err != nil {
		return err
	}
	for _, entry := range entries {
		switch name := entry.Name(); {
		case pending, name == lockName, name == stagingDir, name == ".DS_Store", name == ".gitkeep":
		default:
			return fmt.Errorf("%s has %s in it: %w", s.dir, name, ErrForeign)
		}
	}
	return nil
}

func firstNodes(lang string) []memory.Node {
	main, profile := "Main line", "User profile"
	if lang == "zh" {
		main, profile = "主线", "用户画像"
	}
	return []memory.Node{
		{ID: "M1", Path: documentPath("M1"), State: memory.Active, Note: main},
		{ID: "P1", Path: documentPath("P1"), State: memory.Active, Note: profile},
	}
}

// document is the first text of a node's document; people write on from there.
func document(lang string, node memory.Node) []byte {
	heading := strings.TrimSpace(string(node.ID) + " " + node.Note)
	text := map[bool]string{
		false: "Goal, state and rules of this node, in your own words.",
		true:  "用自己的话写下本节点的目标、现状和规则。",
	}[lang == "zh"]
	return []byte("# " + heading + "\n\n" + text + "\n")
}

func milestonesHead(lang string) string {
	if lang == "zh" {
		return "# 里程碑\n\n"
	}
	return "# Milestones\n\n"
}
