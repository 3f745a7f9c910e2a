package fts

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/binary"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index"
)

// Stat records are kept by folder, in a compact form, so that an update writes only the folders in which something
// happened. A record is
//
//	flags byte (1 folder, 2 racy, 4 regular, 8 is a folder on disk), path, size, mtime, ctime, inode, device,
//	and for a file 32 bytes SHA-256
//
// with unsigned numbers as varints, signed ones in zig-zag, strings with their length in front.

const (
	flagDir = 1 << iota
	flagRacy
	flagRegular
	flagStatDir
)

func appendRecord(b []byte, r *index.StatRecord) []byte {
	var flags byte
	for _, f := range []struct {
		bit byte
		on  bool
	}{{flagDir, r.Dir}, {flagRacy, r.Racy}, {flagRegular, r.Stat.Regular}, {flagStatDir, r.Stat.Dir}} {
		if f.on {
			flags |= f.bit
		}
	}
	b = append(b, flags)
	b = appendString(b, r.Path)
	for _, v := range []int64{r.Stat.Size, r.Stat.Mtime, r.Stat.Ctime} {
		b = binary.AppendVarint(b, v)
	}
	b = binary.AppendUvarint(b, r.Stat.Inode)
	b = binary.AppendUvarint(b, r.Stat.Device)
	if r.Dir {
		return b
	}
	return append(b, r.Sum[:]...)
}

func appendString(b []byte, s string) []byte {
	b = binary.AppendUvarint(b, uint64(len(s)))
	return append(b, s...)
}

var errRecord = errors.New("stat record is cut short")

// recordReader takes records apart; after an error it gives zeros.
type recordReader struct {
	b   []byte
	err error
}

func (r *recordReader) take(n uint64) []byte {
	if r.err != nil || n > uint64(len(r.b)) {
		r.err = errRecord
		return nil
	}
	out := r.b[:n]
	r.b = r.b[n:]
	return out
}

func (r *recordReader) uvarint() uint64 {
	v, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.err = errRecord
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *recordReader) varint() int64 {
	v, n := binary.Varint(r.b)
	if n <= 0 {
		r.err = errRecord
		return 0
	}
	r.b = r.b[n:]
	return v
}

func (r *recordReader) text() string { return string(r.take(r.uvarint())) }

func (r *recordReader) record() index.StatRecord {
	var out index.StatRecord
	flags := r.take(1)
	if r.err != nil {
		return out
	}
	out.Dir, out.Racy = flags[0]&flagDir != 0, flags[0]&flagRacy != 0
	out.Stat.Regular, out.Stat.Dir = flags[0]&flagRegular != 0, flags[0]&flagStatDir != 0
	out.Path = r.text()
	out.Stat.Size, out.Stat.Mtime, out.Stat.Ctime = r.varint(), r.varint(), r.varint()
	out.Stat.Inode, out.Stat.Device = r.uvarint(), r.uvarint()
	if !out.Dir {
		copy(out.Sum[:], r.take(uint64(len(out.Sum))))
	}
	return out
}

func readStats(ctx context.Context, q querier) ([]index.StatRecord, error) {
	var out []index.StatRecord
	err := each(ctx, q, `SELECT records FROM stat_cache`, nil, func(rows *sql.Rows) error {
		r := recordReader{}
		if err := rows.Scan(&r.b); err != nil {
			return err
		}
		for len(r.b) > 0 && r.err == nil {
			out = append(out, r.record())
		}
		return r.err
	})
	slices.SortFunc(out, func(a, b index.StatRecord) int { return strings.Compare(a.Path, b.Path) })
	return out, err
}

// writeStats stores the records, touching only folders that differ.
func writeStats(ctx context.Context, tx *sql.Tx, records []index.StatRecord) error {
	want := make(map[string][]byte)
	for i := range records {
		folder := path.Dir(records[i].Path)
		want[folder] = appendRecord(want[folder], &records[i])
	}
	var gone []string
	err := each(ctx, tx, `SELECT folder, records FROM stat_cache`, nil, func(rows *sql.Rows) error {
		var folder string
		var have []byte
		if err := rows.Scan(&folder, &have); err != nil {
			return err
		}
		if data, ok := want[folder]; !ok {
			gone = append(gone, folder)
		} else if bytes.Equal(data, have) {
			delete(want, folder)
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, folder := range gone {
		if _, err := tx.ExecContext(ctx, `DELETE FROM stat_cache WHERE folder = ?`, folder); err != nil {
			return err
		}
	}
	for folder, data := range want {
		if _, err := tx.ExecContext(ctx, `INSERT OR REPLACE INTO stat_cache(folder, records) VALUES(?, ?)`, folder, data); err != nil {
			return err
		}
	}
	return nil
}
