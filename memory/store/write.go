package store

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/git-hfa/git-hfa/memory"
)

// batch writes chunks: one for Add, many for Import, in one transaction. It is the
// one place in the program where chunk files are made.
type batch struct {
	*session
	rows     []*row
	names    *names
	all      []memory.StoredChunk // every good chunk, once it had to be read
	imported bool                 // supersedes may name rows
	epoch    int                  // the epoch before this batch
	opened   []int                // epochs whose first chunk is in this batch
}

// row is one chunk on its way.
type row struct {
	cleaned
	ref     string
	line    int  // 0: not from a file
	derived bool // the request id was made of ref and content

	needs []*row // rows that must have their id before this one
	byRef map[string]*row
	hash  string // of the content, see contentHash

	first     *memory.StoredChunk // the chunk on disk that has the request id
	twin      *row                // the earlier row that has the request id
	id        memory.ID
	duplicate bool
}

// fresh tells whether the row becomes a new file.
func (r *row) fresh() bool { return r.first == nil && r.twin == nil }

// run writes what is new among the rows and gives every row its id.
func (b *batch) run(ctx context.Context, progress func(done, total int)) (err error) {
	if b.names, err = b.session.names(); err != nil {
		return err
	}
	order, err := b.order() // by links alone: hashes need those of their targets
	if err != nil {
		return err
	}
	b.deriveRequests(order)
	if err := b.findRequests(ctx, order); err != nil {
		return err
	}
	if order, err = b.order(); err != nil { // twins come after the first of them
		return err
	}
	var fresh []*row
	for _, r := range b.rows {
		if r.fresh() {
			fresh = append(fresh, r)
		}
	}
	if err := b.chooseNodes(fresh); err != nil {
		return err
	}
	// Everything is checked with the number that the work tree suggests, so that a
	// refused write costs no number; only then the counter is asked.
	seen := b.names.highest
	if err := b.place(fresh, order, seen+1); err != nil || len(fresh) == 0 {
		return err
	}
	if err := b.checkLinks(ctx, fresh); err != nil {
		return err
	}
	number, err := b.take(ctx, seen, len(fresh))
	if err != nil {
		return err
	}
	if number != seen+1 {
		if err := b.place(fresh, order, number); err != nil {
			return err
		}
	}
	changes, err := b.changes(fresh)
	if err != nil {
		return err
	}
	return b.commit(ctx, changes, progress)
}

// chooseNodes puts the ACTIVE main line where no node was named and checks the others.
func (b *batch) chooseNodes(fresh []*row) error {
	if len(fresh) == 0 {
		return nil
	}
	dir, _, err := b.directory()
	if err != nil {
		return err
	}
	checked := map[memory.NodeID]error{}
	var active memory.NodeID
	for _, r := range fresh {
		if r.chunk.Node == "" {
			if active == "" {
				node, err := dir.Active()
				if err != nil {
					return err
				}
				active = node.ID
			}
			r.chunk.Node = active
		}
		id := r.chunk.Node
		if _, ok := checked[id]; !ok {
			checked[id] = b.checkNode(dir, id)
		}
		if err := checked[id]; err != nil {
			return atLine(r.line, err)
		}
	}
	return nil
}

// checkNode refuses a node that is not there or was tombstoned.
func (b *batch) checkNode(dir *memory.Directory, id memory.NodeID) error {
	node, ok := dir.Node(id)
	if !ok {
		return refusal{&UnknownNodeError{id}}
	}
	record, err := b.tombstoneOf(b.names, string(id))
	if err != nil {
		return err
	}
	if node.State == memory.Tombstoned || record != nil {
		return refuse("node %s is tombstoned: nothing new is written to it", id)
	}
	return nil
}

// place gives epochs, topics and numbers in the order of the rows, and ids in the
// order of the links, since a tag covers the ids in supersedes.
func (b *batch) place(fresh, order []*row, number int) error {
	config, err := b.config()
	if err != nil {
		return err
	}
	epoch, count, err := b.epochs(b.names)
	if err != nil {
		return err
	}
	b.epoch, b.opened = epoch, nil
	numbers := make(map[*row]int, len(fresh))
	for _, r := range fresh {
		if count >= config.MaxTopicsPerEpoch {
			epoch, count = epoch+1, 0
		}
		if count == 0 {
			b.opened = append(b.opened, epoch)
		}
		count++
		r.chunk.Epoch, r.chunk.Topic = epoch, count
		numbers[r] = number
		number++
	}
	for _, r := range order {
		if err := b.identify(r, numbers[r]); err != nil {
			return atLine(r.line, err)
		}
	}
	return nil
}

// identify gives r its id: that of the chunk or row which its request id made
// before, or a new one.
func (b *batch) identify(r *row, number int) error {
	switch {
	case r.first != nil:
		r.id, r.duplicate = r.first.ID, true
	case r.twin != nil:
		again := r.chunk
		again.Supersedes = b.likelyTargets(r, &r.twin.chunk)
		if fields := differing(&r.twin.chunk, again); len(fields) > 0 {
			return fmt.Errorf("the row at line %d: %w", r.twin.line, &RequestConflictError{r.chunk.RequestID, r.twin.id, fields})
		}
		r.id, r.duplicate = r.twin.id, true
	default:
		targets, err := b.targetsOf(r)
		if err != nil {
			return err
		}
		r.chunk.Supersedes = targets
		r.chunk.Seal(number)
		r.id = r.chunk.ID
		if err := r.chunk.Check(); err != nil {
			return refusal{err}
		}
	}
	return nil
}

// changes are the files of the batch: the chunks, and the framework.md of each
// epoch that they open, unless it is there.
func (b *batch) changes(fresh []*row) ([]change, error) {
	var changes []change
	for _, epoch := range b.opened {
		p := memory.FrameworkPath(epoch)
		there, err := b.regular(p)
		if err != nil {
			return nil, err
		}
		if !there {
			changes = append(changes, change{p, absent, memory.Framework(epoch)})
		}
	}
	for _, r := range fresh {
		changes = append(changes, change{memory.ChunkPath(r.chunk.Epoch, r.id), absent, r.chunk.Encode()})
	}
	return changes, nil
}

// readAll reads every chunk once.
func (b *batch) readAll() ([]memory.StoredChunk, error) {
	if b.all == nil && len(b.names.chunks) > 0 {
		all, err := b.readChunks(b.names.chunks)
		if err != nil {
			return nil, err
		}
		b.all = all
	}
	return b.all, nil
}

// fewRequests is up to how many request ids a lookup is asked one by one; above
// it, reading all chunks once is less work.
const fewRequests = 4

// findRequests finds for every row with a request id the chunk, or the earlier row,
// that carries it. The comparison comes after redaction, since a row was cleaned
// before it came here.
func (b *batch) findRequests(ctx context.Context, order []*row) error {
	byRequest := map[string][]*row{}
	for _, r := range b.rows {
		if id := r.chunk.RequestID; id != "" {
			byRequest[id] = append(byRequest[id], r)
		}
	}
	if len(byRequest) == 0 || len(b.names.chunks) == 0 {
		joinTwins(byRequest, nil)
		return nil
	}
	found, err := b.lookup(ctx, byRequest)
	if err != nil {
		if found, err = b.readAll(); err != nil {
			return err
		}
	}
	chunks := map[string][]memory.StoredChunk{}
	for _, chunk := range found {
		if _, asked := byRequest[chunk.RequestID]; asked {
			chunks[chunk.RequestID] = append(chunks[chunk.RequestID], chunk)
		}
	}
	for _, r := range order {
		if r.first, err = b.firstOf(r, chunks[r.chunk.RequestID]); err != nil {
			return atLine(r.line, err)
		}
	}
	joinTwins(byRequest, chunks)
	return nil
}

// lookup asks the lookup for each request id. On any error every chunk is read: there
// is no lookup, or too much to ask it, or its answer does not fit the files.
func (b *batch) lookup(ctx context.Context, byRequest map[string][]*row) ([]memory.StoredChunk, error) {
	if b.opts.Lookup == nil || len(byRequest) > fewRequests {
		return nil, errors.ErrUnsupported
	}
	var found []memory.StoredChunk
	for id := range byRequest {
		paths, err := b.opts.Lookup.ByRequestID(ctx, id)
		if err != nil {
			return nil, err
		}
		for _, p := range paths {
			chunk, ok, err := b.readChunk(splitPath(p))
			if err != nil {
				return nil, err
			}
			if !ok || chunk.RequestID != id {
				return nil, fmt.Errorf("%s does not have request id %q", p, id)
			}
			found = append(found, chunk)
		}
	}
	return found, nil
}

// joinTwins makes later rows of one request id follow the first.
func joinTwins(byRequest map[string][]*row, chunks map[string][]memory.StoredChunk) {
	for id, rows := range byRequest {
		if len(chunks[id]) > 0 {
			continue
		}
		for _, r := range rows[1:] {
			r.twin = rows[0]
			r.needs = append(r.needs, rows[0])
		}
	}
}

// firstOf picks the chunk that r repeats: of several with the request id, as a merge
// may bring them, the first with the same content. Without one it is a conflict.
func (b *batch) firstOf(r *row, chunks []memory.StoredChunk) (*memory.StoredChunk, error) {
	if len(chunks) == 0 {
		return nil, nil
	}
	slices.SortFunc(chunks, func(x, y memory.StoredChunk) int { return x.ID.Number() - y.ID.Number() })
	if r.derived {
		return &chunks[0], nil // the request id says what the content is
	}
	var conflict *RequestConflictError
	for i := range chunks {
		again := r.chunk
		again.Supersedes = b.likelyTargets(r, &chunks[i].Chunk)
		fields := differing(&chunks[i].Chunk, again)
		if len(fields) == 0 {
			return &chunks[i], nil
		}
		if conflict == nil {
			conflict = &RequestConflictError{r.chunk.RequestID, chunks[i].ID, fields}
		}
	}
	return nil, conflict
}
