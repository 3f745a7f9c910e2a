package build

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory/token/internal/layout"
)

// wordRank is the rank below which a word is kept as a common one. Up to 20,000 the list takes 12 kB and brings the estimate
// of English from 2.0 to 1.6 times the exact count; twice as many ranks would take 4 kB more and gain 0.03.
const wordRank = 20_000

// Estimate returns the data behind the estimate, laid out as package layout draws it.
func Estimate() ([]byte, error) {
	texts, err := Ranks()
	if err != nil {
		return nil, err
	}
	ids := make(map[string]uint32, len(texts))
	for id, text := range texts {
		ids[text] = uint32(id)
	}
	data := make([]byte, layout.WordsOffset)
	set := func(offset, bit int) { data[offset+bit/8] |= 1 << (bit % 8) }
	for _, text := range texts {
		switch r, size := utf8.DecodeRuneInString(text); {
		case size == len(text) && r <= 0xFFFF && r != utf8.RuneError:
			// A token of the next character may tear the last byte off. What is left must be one token again.
			if _, ok := ids[text[:max(1, size-1)]]; ok {
				set(layout.WholeOffset, int(r))
			}
		case len(text) == 2 && text[0]&0xF0 == 0xE0:
			set(layout.LeadsOffset, layout.Lead(text[0], text[1]))
		case len(text) == 2 && text[0] < utf8.RuneSelf && text[1] < utf8.RuneSelf:
			set(layout.DoublesOffset, layout.Double(text[0], text[1]))
		case len(text) == 3:
			if bit, ok := layout.Triple(text[0], text[1], text[2]); ok {
				set(layout.TriplesOffset, bit)
			}
		}
	}
	return appendWords(data, commonWords(texts, ids))
}

// commonWords returns the lower-case words that are one token in four forms ("word", "Word" and both after a space) and, with
// any other ASCII character before them, at most two.
func commonWords(texts []string, ids map[string]uint32) []string {
	var words []string
	for _, text := range texts[:wordRank] {
		word, ok := strings.CutPrefix(text, " ")
		if !ok || word == "" || len(word) > layout.MaxWord || strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") != "" {
			continue
		}
		title := strings.ToUpper(word[:1]) + word[1:]
		if isCommon(word, ids) && isCommon(title, ids) {
			words = append(words, word)
		}
	}
	return words
}

func isCommon(word string, ids map[string]uint32) bool {
	for _, form := range []string{word, " " + word} {
		if _, ok := ids[form]; !ok {
			return false
		}
	}
	for c := byte(0); c < utf8.RuneSelf; c++ {
		if len(merged(string(rune(c))+word, ids)) > 2 {
			return false
		}
	}
	return true
}

// merged returns the tokens of one piece.
func merged(piece string, ids map[string]uint32) []string {
	parts := strings.Split(piece, "")
	for {
		at, best := -1, uint32(math.MaxUint32)
		for i := range len(parts) - 1 {
			if id, ok := ids[parts[i]+parts[i+1]]; ok && id < best {
				at, best = i, id
			}
		}
		if at < 0 {
			return parts
		}
		parts[at] += parts[at+1]
		parts = slices.Delete(parts, at+1, at+2)
	}
}

// appendWords appends the words to data, in which it also sets where each length begins.
func appendWords(data []byte, words []string) ([]byte, error) {
	slices.SortFunc(words, func(a, b string) int {
		if len(a) != len(b) {
			return len(a) - len(b)
		}
		return strings.Compare(a, b)
	})
	next := 0
	for length := 1; length <= layout.MaxWord; length++ {
		start := len(data) - layout.WordsOffset
		if start > math.MaxUint16 {
			return nil, fmt.Errorf("words of %d letters start at %d, past 16 bits", length, start)
		}
		binary.LittleEndian.PutUint16(data[layout.LengthsOffset+2*(length-1):], uint16(start))
		for next < len(words) && len(words[next]) == length {
			data = append(data, words[next]...)
			next++
		}
	}
	return data, nil
}
