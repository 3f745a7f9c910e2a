package fts

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"fmt"
	"hash/fnv"

	"github.com/git-hfa/git-hfa/index"
)

// The roster says what each document was made from, so that an update finds the few that differ among 100,000 without
// reading the chunks table. It is kept in blocks of rosterBlock documents; an update writes the blocks that differ.
//
//	row of chunks    8 bytes, little endian
//	path             8 bytes, FNV-1a
//	file             32 bytes, SHA-256
//	tombstoned       1 byte
const (
	rosterBlock = 256
	rosterEntry = 8 + 8 + 32 + 1
)

// origin is what decides whether a stored document can stay.
type origin struct {
	path uint64
	sum  [32]byte
}

type rosterRow struct {
	id int64
	origin
	tombstoned bool
}

func originOf(d *index.Doc) origin {
	h := fnv.New64a()
	h.Write([]byte(d.Path))
	return origin{path: h.Sum64(), sum: d.Sum}
}

func appendRoster(b []byte, r *rosterRow) []byte {
	b = binary.LittleEndian.AppendUint64(b, uint64(r.id))
	b = binary.LittleEndian.AppendUint64(b, r.path)
	b = append(b, r.sum[:]...)
	if r.tombstoned {
		return append(b, 1)
	}
	return append(b, 0)
}

func readRoster(ctx context.Context, q querier) ([]rosterRow, [][]byte, error) {
	var all []rosterRow
	var blocks [][]byte
	err := each(ctx, q, `SELECT rows FROM roster ORDER BY block`, nil, func(rows *sql.Rows) error {
		var block []byte
		if err := rows.Scan(&block); err != nil {
			return err
		}
		if len(block)%rosterEntry != 0 || len(block) > rosterBlock*rosterEntry {
			return fmt.Errorf("roster block of %d bytes", len(block))
		}
		blocks = append(blocks, block)
		for b := block; len(b) > 0; b = b[rosterEntry:] {
			r := rosterRow{id: int64(binary.LittleEndian.Uint64(b)), tombstoned: b[rosterEntry-1] != 0}
			r.path = binary.LittleEndian.Uint64(b[8:])
			copy(r.sum[:], b[16:])
			all = append(all, r)
		}
		return nil
	})
	return all, blocks, err
}

// writeRoster stores the rows, touching only the blocks that differ from old.
func writeRoster(ctx context.Context, tx *sql.Tx, rows []rosterRow, old [][]byte) error {
	block := 0
	for ; len(rows) > 0; block++ {
		n := min(len(rows), rosterBlock)
		data := make([]byte, 0, n*rosterEntry)
		for i := range rows[:n] {
			data = appendRoster(data, &rows[i])
		}
		rows = rows[n:]
		if block < len(old) && bytes.Equal(old[block], data) {
			continue
		}
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO roster(block, rows) VALUES(?, ?)`, block, data); err != nil {
			return err
		}
	}
	_, err := tx.ExecContext(ctx, `DELETE FROM roster WHERE block >= ?`, block)
	return err
}
