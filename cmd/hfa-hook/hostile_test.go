package main

import (
	"bytes"
	"encoding/json"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/memory/host"
)

// Whatever a host sends, the hook ends with one valid answer and leaves every truth file as it was.
func TestAThousandBrokenPayloadsOfEachEventDoNoHarm(t *testing.T) {
	top := repo(t)
	before := truth(t, top)
	n := 1000
	if testing.Short() {
		n = 50
	}
	rnd := rand.New(rand.NewPCG(1, 2))
	for name, a := range turns(t) {
		hostName, event, text, _ := given(t, a, top)
		text = strings.ReplaceAll(text, "Decision:", "Perhaps") // a decision may be written, and would be
		for range n {
			args := []string{"--host", hostName, "--event", event}
			if rnd.IntN(10) == 0 {
				args = args[:2] // no event named
			}
			broken := damage(rnd, []byte(text))
			got := callEnv(string(broken), func(string) string { return "" }, args...)
			if got == "" && event == host.Notify {
				continue
			}
			var v map[string]any
			if err := json.Unmarshal([]byte(got), &v); err != nil || strings.Count(got, "\n") != 1 || v == nil {
				t.Fatalf("%s: %q is answered by %q", name, broken, got)
			}
		}
	}
	if !maps.Equal(before, truth(t, top)) {
		t.Error("a truth file changed")
	}
}

// damage cuts a payload, changes bytes and values, or makes something else of it.
func damage(rnd *rand.Rand, data []byte) []byte {
	data = bytes.Clone(data)
	switch rnd.IntN(8) {
	case 0:
		return data[:rnd.IntN(len(data)+1)]
	case 1:
		for range 1 + rnd.IntN(8) {
			data[rnd.IntN(len(data))] = byte(rnd.Uint32())
		}
	case 2: // a piece twice
		i := rnd.IntN(len(data))
		j := i + rnd.IntN(len(data)-i)
		data = append(data[:j:j], data[i:]...)
	case 3: // values of other types
		odd := []string{"null", "[]", "{}", "-1e999", "true", `"\ud800"`, `"` + strings.Repeat("a", 4096) + `"`, `"../../etc"`, "[[[[[[]]]]]]", `"\u0000"`}
		for range 1 + rnd.IntN(4) {
			start := bytes.IndexByte(data[rnd.IntN(len(data)):], ':')
			if start < 0 {
				break
			}
			data = bytes.Replace(data, data[start:start+1], []byte(": "+odd[rnd.IntN(len(odd))]+", \"x\":"), 1)
		}
	case 4:
		data = append([]byte("\ufeff"), data...)
		data = append(data, data...)
	case 5:
		random := make([]byte, rnd.IntN(300))
		for i := range random {
			random[i] = byte(rnd.Uint32())
		}
		return random
	case 6:
		return []byte(strings.Repeat("[", rnd.IntN(20_000)))
	default:
		return bytes.Repeat(data[:1+rnd.IntN(len(data))], 1+rnd.IntN(3))
	}
	return data
}
