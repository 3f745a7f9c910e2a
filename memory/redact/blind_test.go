package redact

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// blindRow is a row of the set in testdata/blind, which was written without a look at
// the rules. Its README says what the fields hold.
type blindRow struct {
	ID, Kind, Before, After, Text string
	Parts                         []string
}

// A half of the blind set: odd holds the rows with an odd number. Rules may be mended
// by the misses of the odd half. Nobody reads the even half, so its figures say what
// the rules do to text that they were not made for.
type half bool

const (
	halfA half = true
	halfB half = false
)

// bounds returns what a half is held to. The goals are 0.98 of the secrets found and 0.01
// of the look-alikes eaten. Half A, by which rules were mended, reaches them. Half B does
// not yet: it is held to just below what was measured, 111 of 115 and 2 of 121.
func (h half) bounds() (leastFound, mostEaten float64) {
	if h == halfA {
		return 0.98, 0.01
	}
	return 0.96, 0.02
}

func readBlind(t *testing.T, file string, h half) (rows []blindRow) {
	t.Helper()
	f, err := os.Open(filepath.Join("testdata", "blind", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for n := 1; lines.Scan(); n++ {
		var r blindRow
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatalf("%s:%d: no row", file, n) // err may quote the row
		}
		number, err := strconv.Atoi(strings.TrimLeft(r.ID, "sh"))
		if err != nil {
			t.Fatalf("%s:%d: no number in the id", file, n)
		}
		if half(number%2 == 1) == h {
			rows = append(rows, r)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

// pieceLen is the length in bytes of the shortest piece of a secret that must not stay.
const pieceLen = 8

// pieceStays reports whether got still has a piece of the secret, of pieceLen bytes or
// the whole of a shorter one. Pieces that the surroundings have too say nothing. A secret
// of many lines is judged line by line, without the lines that open and close a key:
// they may stay.
func pieceStays(got, secret, around string) bool {
	for line := range strings.Lines(strings.ReplaceAll(secret, `\n`, "\n")) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "-----") {
			continue
		}
		n := min(pieceLen, len(line))
		for i := 0; i+n <= len(line); i++ {
			if piece := line[i : i+n]; strings.Contains(got, piece) && !strings.Contains(around, piece) {
				return true
			}
		}
	}
	return false
}

// touchMost is how many bytes on each side of a secret a rule may take with it, such as
// the "Bearer " before a token.
const touchMost = 16

// surroundingsStay reports whether got begins and ends as the text did.
func surroundingsStay(got, before, after string) bool {
	before = before[:max(0, len(before)-touchMost)]
	after = after[min(len(after), touchMost):]
	return strings.HasPrefix(got, before) && strings.HasSuffix(got, after)
}

// blindFigures counts the secrets found and the look-alikes eaten, and calls miss for
// each that is wrong.
func blindFigures(t *testing.T, h half, miss func(r blindRow, why string)) {
	t.Helper()
	secrets, harmless := readBlind(t, "secrets.jsonl", h), readBlind(t, "harmless.jsonl", h)
	found, eaten := 0, 0
	for _, r := range secrets {
		secret := strings.Join(r.Parts, "")
		got := Text(r.Before + secret + r.After)
		switch {
		case pieceStays(got, secret, r.Before+"\x00"+r.After):
			miss(r, "stays")
		case !surroundingsStay(got, r.Before, r.After):
			miss(r, "goes with the words around it")
		default:
			found++
		}
	}
	for _, r := range harmless {
		text := r.Text + strings.Join(r.Parts, "")
		if Text(text) != text {
			eaten++
			miss(r, "is eaten")
		}
	}
	if len(secrets) == 0 || len(harmless) == 0 {
		t.Fatal("the blind set is empty")
	}
	t.Logf("found %d of %d secrets (%.3f), eaten %d of %d look-alikes (%.3f)", found, len(secrets), float64(found)/float64(len(secrets)),
		eaten, len(harmless), float64(eaten)/float64(len(harmless)))
	leastFound, mostEaten := h.bounds()
	if float64(found) < leastFound*float64(len(secrets)) {
		t.Errorf("found %d of %d secrets, want a share of %.2f", found, len(secrets), leastFound)
	}
	if float64(eaten) > mostEaten*float64(len(harmless)) {
		t.Errorf("eaten %d of %d look-alikes, want a share of %.2f at most", eaten, len(harmless), mostEaten)
	}
}

func TestBlindHalfA(t *testing.T) {
	blindFigures(t, halfA, func(r blindRow, why string) { t.Logf("%s (%s) %s", r.ID, r.Kind, why) })
}

// TestBlindHalfB says counts alone, so that nobody mends a rule by a row of this half.
func TestBlindHalfB(t *testing.T) {
	blindFigures(t, halfB, func(blindRow, string) {})
}
