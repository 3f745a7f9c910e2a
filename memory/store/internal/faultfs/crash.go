package faultfs

import (
	"bytes"
	"maps"
	"path"
	"slices"
)

// Crash returns what a machine finds after it lost power now. For each name and each
// content that was not synced, keep decides whether it reached the disk all the same.
// m stays as it is.
func (m *Mem) Crash(keep func() bool) *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Mem{root: crash(m.root, keep, map[*node]*node{})}
}

// Clone returns a copy of m, locks free, as it is without a crash.
func (m *Mem) Clone() *Mem {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Mem{root: clone(m.root, map[*node]*node{})}
}

func crash(n *node, keep func() bool, done map[*node]*node) *node {
	if n == nil {
		return nil
	}
	if c := done[n]; c != nil {
		return c
	}
	c := &node{dir: n.dir, link: n.link}
	done[n] = c
	if !n.dir {
		c.data = bytes.Clone(n.synced)
		if !bytes.Equal(n.data, n.synced) && keep() {
			c.data = bytes.Clone(n.data)
		}
		c.synced = bytes.Clone(c.data)
		return c
	}
	c.entries, c.kept = map[string]*node{}, map[string]*node{}
	all := maps.Clone(n.entries)
	maps.Copy(all, n.kept)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		entry := n.kept[name]
		if now := n.entries[name]; now != entry && keep() {
			entry = now
		}
		if entry != nil {
			child := crash(entry, keep, done)
			c.entries[name], c.kept[name] = child, child
		}
	}
	return c
}

func clone(n *node, done map[*node]*node) *node {
	if n == nil {
		return nil
	}
	if c := done[n]; c != nil {
		return c
	}
	c := &node{dir: n.dir, link: n.link, data: bytes.Clone(n.data), synced: bytes.Clone(n.synced)}
	done[n] = c
	if n.dir {
		c.entries, c.kept = map[string]*node{}, map[string]*node{}
		for name, entry := range n.entries {
			c.entries[name] = clone(entry, done)
		}
		for name, entry := range n.kept {
			c.kept[name] = clone(entry, done)
		}
	}
	return c
}

// Files returns the content of every file under dir, by its path relative to dir,
// with slashes. A link is its name alone.
func (m *Mem) Files(dir string) map[string]string {
	m.mu.Lock()
	defer m.mu.Unlock()
	files := map[string]string{}
	var walk func(n *node, at string)
	walk = func(n *node, at string) {
		for name, entry := range n.entries {
			p := path.Join(at, name)
			if entry.dir {
				walk(entry, p)
			} else {
				files[p] = string(entry.data)
			}
		}
	}
	if n, err := m.find("walk", dir); err == nil {
		walk(n, "")
	}
	return files
}
