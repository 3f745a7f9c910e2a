package store

import (
	"context"
	"errors"
	"io/fs"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// Tombstone revokes a chunk, named by an id or an unambiguous prefix, or archives a
// node. A chunk's tombstone is one new file; a node's is one new file and the state
// in its row of directory.md, in one transaction. A reason is required; secrets are
// taken out of it. already is true when the target was tombstoned before: then
// nothing is written but a row that had not followed its record, and the first
// record is returned.
//
// Errors: memory.ErrNotFound or a *memory.AmbiguousError for the target; ErrRefused
// for a missing reason and for the ACTIVE main line; ErrLocked; ErrRecovery.
func (s *Store) Tombstone(ctx context.Context, target, reason string) (record memory.Tombstone, already bool, err error) {
	c := cleaner{}
	reason = c.line("reason", reason)
	if c.err != nil {
		return memory.Tombstone{}, false, c.err
	}
	if reason == "" {
		return memory.Tombstone{}, false, refuse("a tombstone needs a reason: say why with --reason")
	}
	w, err := s.begin(ctx)
	if err != nil {
		return memory.Tombstone{}, false, err
	}
	defer w.end()
	n, err := s.names()
	if err != nil {
		return memory.Tombstone{}, false, err
	}
	target = strings.TrimSpace(target)
	record = memory.Tombstone{Schema: memory.Schema, Reason: reason, CreatedAt: s.now()}
	if node, err := memory.ParseNodeID(target); err == nil {
		return w.tombstoneNode(ctx, n, node, record)
	}
	id, err := n.resolve(target)
	if err != nil {
		return memory.Tombstone{}, false, err
	}
	first, err := s.tombstoneOf(n, string(id))
	if err != nil {
		return memory.Tombstone{}, false, err
	}
	if first != nil {
		return *first, true, nil
	}
	record.Target = string(id)
	if err := record.Check(); err != nil {
		return memory.Tombstone{}, false, refusal{err}
	}
	return record, false, w.commit(ctx, []change{{record.Path(), absent, record.Encode()}}, nil)
}

func (w *session) tombstoneNode(ctx context.Context, n *names, id memory.NodeID, record memory.Tombstone) (memory.Tombstone, bool, error) {
	dir, data, err := w.directory()
	if err != nil {
		return memory.Tombstone{}, false, err
	}
	node, ok := dir.Node(id)
	if !ok {
		return memory.Tombstone{}, false, &UnknownNodeError{id}
	}
	if id.Kind() == memory.MainLine && node.State == memory.Active {
		return memory.Tombstone{}, false, refuse("%s is the ACTIVE main line: give the focus to another one first, with git hfa focus", id)
	}
	first, err := w.tombstoneOf(n, string(id))
	if err != nil {
		return memory.Tombstone{}, false, err
	}
	var changes []change
	if first == nil {
		record.Target = string(id)
		if err := record.Check(); err != nil {
			return memory.Tombstone{}, false, refusal{err}
		}
		changes = append(changes, change{record.Path(), absent, record.Encode()})
	} else {
		record = *first
	}
	if node.State != memory.Tombstoned {
		node.State = memory.Tombstoned
		dir.Put(node)
		changes = append(changes, change{memory.DirectoryPath, hashOf(data), dir.Encode()})
	}
	return record, first != nil, w.commit(ctx, changes, nil)
}

// tombstoneOf returns the record that revokes target, nil when there is none. A file
// name begins with its target, so only records of this one are opened. One that cannot be
// read counts by its name, see [memory.NamedTombstone].
func (s *Store) tombstoneOf(n *names, target string) (*memory.Tombstone, error) {
	var damaged *memory.Tombstone
	for _, name := range n.tombs {
		if !strings.HasPrefix(strings.ToLower(name), strings.ToLower(target)+"-") {
			continue
		}
		file := memory.TombstonesDir + "/" + name
		data, err := s.read(file)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		record := memory.Tombstone{}
		if err == nil {
			record, err = memory.ParseTombstone(data)
		}
		if err == nil && record.Target == target {
			record.File = file
			return &record, nil
		}
		if named, ok := memory.NamedTombstone(file); ok && named.Target == target {
			damaged = &named
		}
	}
	if damaged != nil {
		return damaged, nil
	}
	data, err := s.read(memory.LegacyTombstonesPath)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, errNotRegular) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	records, _ := memory.ParseLegacyTombstones(data) // bad lines are told by verify
	for i := range records {
		if records[i].Target == target {
			records[i].File = memory.LegacyTombstonesPath
			return &records[i], nil
		}
	}
	return nil, nil
}
