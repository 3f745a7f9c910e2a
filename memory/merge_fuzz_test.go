package memory

import (
	"bytes"
	"testing"
)

// FuzzMergeDirectory: no text makes a merge panic, depend on the side, or give what
// cannot be read.
func FuzzMergeDirectory(f *testing.F) {
	base := rows("| M1 | main/m1.md | ACTIVE | a, b | One |", "| S1 | branches/s1.md | PAUSED |  | `x` |")
	f.Add([]byte(base), []byte(base+"end\n"), []byte(rows("| M1 | main/m1.md | PAUSED | a | One |", "| M2 | main/m2.md | ACTIVE |  | Two |")))
	f.Add([]byte(""), []byte(chineseDirectory), []byte(base))
	f.Add([]byte("<<<<<<< a\n"+base), []byte(head), []byte(bom+base))
	f.Add([]byte(base), []byte("ID | Path | Status\n-|-|-\nM1 | a | ACTIVE\n"), []byte("ID | Path | Status\n-|-|-\nM1 | b | ACTIVE"))
	f.Fuzz(func(t *testing.T, base, ours, theirs []byte) {
		for _, take := range []Side{NoSide, Ours} {
			back := take
			if take == Ours {
				back = Theirs
			}
			merged, conflicts := SettleDirectory(base, ours, theirs, take)
			again, others := SettleDirectory(base, theirs, ours, back)
			if !bytes.Equal(merged, again) || len(conflicts) != len(others) {
				t.Fatalf("sides swapped:\n%q %v\n%q %v", merged, conflicts, again, others)
			}
			for _, c := range conflicts {
				if c.Describe("ours", "theirs") == "" {
					t.Fatalf("nothing is said of %+v", c)
				}
			}
			if merged == nil || bytes.Equal(merged, ours) || bytes.Equal(merged, theirs) {
				continue
			}
			if _, err := ParseDirectory(merged); err != nil {
				t.Fatalf("%v in the result:\n%s", err, merged)
			}
		}
	})
}
