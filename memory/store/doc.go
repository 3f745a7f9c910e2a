// Package store writes a memory: it is the one road on which chunks, tombstones
// and documents reach the disk, and it takes secrets out on the way.
//
//	s, err := store.Open(store.Options{Dir: "memory"})
//	…
//	added, err := s.Add(ctx, store.Draft{Title: "Encoding", HitWords: []string{"UTF-8"}, Conclusion: "Write UTF-8."})
//
// # Promises
//
// A write happens whole or not at all, whenever the process is killed, the power
// fails or a call to the system returns an error. Adding, superseding, opening an
// epoch and tombstoning a chunk only create files. No file is replaced that is not
// what it was when it was read.
//
// # Layers
//
//	internal/vfs   every operation on the file system
//	folder         paths and bytes: locks, transactions, recovery
//	Store          chunks, tombstones, nodes, documents
//
// # Locks
//
// One writer at a time: a lock inside of a Store, then the file .hfa.lock between
// processes, then the lock beside the counter of chunk numbers, always in this
// order. Readers take none.
package store
