// Package build makes the merge table of o200k_base out of the ranks that tiktoken-go's offline loader carries.
//
//	table, err := build.Table()
//
// It is for the generator and for tests only: it takes about a second and links the whole loader.
package build

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	tiktoken_loader "github.com/pkoukk/tiktoken-go-loader"

	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

// Ranks returns the text of every o200k_base token, special tokens left out; the index is the rank.
func Ranks() ([]string, error) {
	ranks, err := tiktoken_loader.NewOfflineLoader().LoadTiktokenBpe("o200k_base.tiktoken")
	if err != nil {
		return nil, fmt.Errorf("load o200k_base ranks: %w", err)
	}
	if len(ranks) != layout.Vocabulary {
		return nil, fmt.Errorf("load o200k_base ranks: %d tokens, want %d", len(ranks), layout.Vocabulary)
	}
	texts := make([]string, len(ranks))
	for text, rank := range ranks {
		if rank < 0 || rank >= len(texts) || texts[rank] != "" || text == "" {
			return nil, fmt.Errorf("load o200k_base ranks: rank %d of %q is out of range or taken", rank, text)
		}
		texts[rank] = text
	}
	return texts, nil
}

// pair is one entry: left and right, side by side, become id.
type pair struct{ left, right, id uint32 }

// Table returns the bytes of the merge table, laid out as package layout draws it.
//
// It fails when the ranks lack the property on which looking up pairs of ids, instead of texts, rests (see [split]).
func Table() ([]byte, error) {
	texts, err := Ranks()
	if err != nil {
		return nil, err
	}
	ids := make(map[string]uint32, len(texts))
	for id, text := range texts {
		ids[text] = uint32(id)
	}
	table := make([]byte, layout.EntryOffset, layout.Size)
	pairs := make([]pair, 0, layout.Pairs)
	for id, text := range texts {
		if len(text) == 1 {
			if id > math.MaxUint8 {
				return nil, fmt.Errorf("byte %q has id %d: the table keeps 8 bits", text, id)
			}
			table[text[0]] = byte(id)
			continue
		}
		p, err := split(text, ids)
		if err != nil {
			return nil, err
		}
		pairs = append(pairs, p)
	}
	return appendPairs(table, pairs)
}

// split merges the bytes of one token by rank, as an encoder would, until two parts are left.
//
// It fails when the merging stops earlier, or when a part does not rank before the token. Were that so, a token could
// be reached by another pair than the one returned, or not at all.
func split(text string, ids map[string]uint32) (pair, error) {
	parts := make([]string, len(text))
	for i := range parts {
		parts[i] = text[i : i+1]
	}
	for len(parts) > 2 {
		at, best := -1, uint32(math.MaxUint32)
		for i := range len(parts) - 1 {
			if id, ok := ids[parts[i]+parts[i+1]]; ok && id < best {
				at, best = i, id
			}
		}
		if at < 0 {
			return pair{}, fmt.Errorf("token %q cannot be reached by merging", text)
		}
		parts[at] += parts[at+1]
		parts = slices.Delete(parts, at+1, at+2)
	}
	p := pair{ids[parts[0]], ids[parts[1]], ids[text]}
	if p.left >= p.id || p.right >= p.id {
		return pair{}, fmt.Errorf("token %q ranks before its parts %q", text, parts)
	}
	return p, nil
}

// appendPairs appends the entries to table, in which it also sets the drifts.
func appendPairs(table []byte, pairs []pair) ([]byte, error) {
	type entry struct{ bucket, rest, id uint32 }
	entries := make([]entry, len(pairs))
	for i, p := range pairs {
		bucket, rest := layout.Place(p.left, p.right)
		entries[i] = entry{bucket, rest, p.id}
	}
	slices.SortFunc(entries, func(a, b entry) int {
		return cmp.Or(cmp.Compare(a.bucket, b.bucket), cmp.Compare(a.rest, b.rest))
	})
	next := 0
	for bucket := uint32(0); bucket <= layout.Buckets; bucket++ {
		drift := next - layout.EvenStart(bucket)
		if drift != int(int16(drift)) {
			return nil, fmt.Errorf("bucket %d: drift %d does not fit in 16 bits", bucket, drift)
		}
		binary.LittleEndian.PutUint16(table[layout.DriftOffset+2*bucket:], uint16(drift))
		for next < len(entries) && entries[next].bucket == bucket {
			e := uint64(entries[next].id)<<layout.RestBits | uint64(entries[next].rest)
			table = append(table, byte(e), byte(e>>8), byte(e>>16), byte(e>>24), byte(e>>32))
			next++
		}
	}
	return table, nil
}
