package memory

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// head is what stands above the rows of the directories in these tests.
const head = "# Directory\n\n| ID | Path | Status | Hit words | Note |\n|---|---|---|---|---|\n"

func rows(lines ...string) string { return head + strings.Join(lines, "\n") + "\n" }

func conflictCodes(conflicts []MergeConflict) string {
	var list []string
	for _, c := range conflicts {
		list = append(list, strings.TrimSuffix(fmt.Sprintf("%s %s", c.Code, string(c.Node)+c.Field), " "))
	}
	return strings.Join(list, ", ")
}

func TestMergeDirectoryGoesByNodeAndCell(t *testing.T) {
	const (
		m1 = "| M1 | main/m1.md | ACTIVE |  | One |"
		m2 = "| M2 | main/m2.md | PAUSED |  | Two |"
		p1 = "| P1 | profile/p1.md | ACTIVE |  | Me |"
	)
	paused := strings.Replace(m1, "ACTIVE", "PAUSED", 1)
	active2 := strings.Replace(m2, "PAUSED", "ACTIVE", 1)
	base := rows(m1, m2, p1)
	tests := []struct {
		name               string
		base, ours, theirs string
		want               string // "" when there are conflicts
		conflicts          string
	}{
		{"rows added by both are sorted in", base,
			rows(m1, m2, "| S2 | branches/s2.md | ACTIVE | b | B |", p1), rows(m1, m2, "| S1 | branches/s1.md | ACTIVE | a | A |", "| S3 | branches/s3.md | ACTIVE |  | C |", p1),
			rows(m1, m2, "| S1 | branches/s1.md | ACTIVE | a | A |", "| S2 | branches/s2.md | ACTIVE | b | B |", "| S3 | branches/s3.md | ACTIVE |  | C |", p1), ""},
		{"one switches the main line, one adds words", base,
			rows(paused, active2, p1), rows("| M1 | main/m1.md | ACTIVE | x | One |", "| M2 | main/m2.md | PAUSED | y | Two |", p1),
			rows("| M1 | main/m1.md | PAUSED | x | One |", "| M2 | main/m2.md | ACTIVE | y | Two |", p1), ""},
		{"both switch to the same main line", base,
			rows(paused, active2, p1), rows(paused, active2, "| P1 | profile/p1.md | ACTIVE | w | Me |"),
			rows(paused, active2, "| P1 | profile/p1.md | ACTIVE | w | Me |"), ""},
		{"both switch the main line", base,
			rows(paused, active2, p1), rows(paused, m2, "| M3 | main/m3.md | ACTIVE |  | Three |", p1),
			"", "main-line status"},
		{"one focuses what the other tombstones", base,
			rows(paused, active2, p1), rows(m1, strings.Replace(m2, "PAUSED", "TOMBSTONED", 1), p1),
			"", "main-line status"},
		{"tombstoned beats a change to another state", base,
			rows(m1, m2, "| P1 | profile/p1.md | PAUSED |  | Me |"), rows(m1, m2, "| P1 | profile/p1.md | TOMBSTONED |  | Me |"),
			rows(m1, m2, "| P1 | profile/p1.md | TOMBSTONED |  | Me |"), ""},
		{"a tombstone that was taken back is a change", rows(m1, "| S1 | branches/s1.md | TOMBSTONED |  | A |", p1),
			rows(m1, "| S1 | branches/s1.md | ACTIVE |  | A |", p1), rows(m1, "| S1 | branches/s1.md | TOMBSTONED | w | A |", p1),
			rows(m1, "| S1 | branches/s1.md | ACTIVE | w | A |", p1), ""},
		{"hit words are a set", rows("| M1 | main/m1.md | ACTIVE | a, b, c | One |", p1),
			rows("| M1 | main/m1.md | ACTIVE | a, c, z | One |", p1), rows("| M1 | main/m1.md | ACTIVE | c, b, a, y，z | One |", p1),
			rows("| M1 | main/m1.md | ACTIVE | a, c, y, z | One |", p1), ""},
		{"one cell changed in two ways", base,
			rows("| M1 | main/m1.md | ACTIVE |  | Uno |", m2, p1), rows("| M1 | main/one.md | ACTIVE |  | Eins |", m2, p1),
			"", "cell M1note"},
		{"the same id given twice", base,
			rows(m1, m2, "| S1 | branches/s1.md | ACTIVE | a | Ours |", p1), rows(m1, m2, "| S1 | branches/s1.md | ACTIVE | b | Theirs |", p1),
			"", "cell S1note"},
		{"the same node added twice, in another state since", base,
			rows(m1, m2, "| S1 | branches/s1.md | PAUSED | a | S |", p1), rows(m1, m2, "| S1 | branches/s1.md | ACTIVE | b | S |", p1),
			rows(m1, m2, "| S1 | branches/s1.md | PAUSED | a, b | S |", p1), ""},
		{"a row removed by one, left alone by the other", base,
			rows(m1, p1), rows(m1, m2, "| P1 | profile/p1.md | ACTIVE |  | You |"),
			rows(m1, "| P1 | profile/p1.md | ACTIVE |  | You |"), ""},
		{"a row removed by one, changed by the other", base,
			rows(m1, p1), rows(m1, active2, p1), "", "row M2"},
		{"layout alone is no contradiction", base,
			rows("| M1|main/m1.md |ACTIVE|| Uno |", m2, p1), rows("|  `M1`  | main/m1.md | **active** | w | One |", m2, p1),
			rows("| `M1` | main/m1.md | **active** | w | Uno |", m2, p1), ""},
		{"text of one, rows of the other", base,
			strings.Replace(base, "# Directory", "# Ours", 1), rows(m1, m2, "| P1 | profile/p1.md | ACTIVE |  | You |"),
			strings.Replace(rows(m1, m2, "| P1 | profile/p1.md | ACTIVE |  | You |"), "# Directory", "# Ours", 1), ""},
		{"text changed in two ways", base,
			strings.Replace(base, "# Directory", "# Ours", 1), strings.Replace(base, "# Directory", "# Theirs", 1), "", "text"},
		{"columns changed beside rows", base,
			strings.NewReplacer("| Note |\n", "| Note | Owner |\n", "|---|\n", "|---|---|\n", "One |", "One | me |", "Two |", "Two | me |", "Me |", "Me | me |").Replace(base),
			rows(m1, m2, "| P1 | profile/p1.md | ACTIVE |  | You |"), "", "table"},
		{"no base: rows of both, cells must agree", "",
			rows(m1, m2, p1), rows(m1, p1, "| P2 | profile/p2.md | ACTIVE |  | You |"),
			rows(m1, m2, p1, "| P2 | profile/p2.md | ACTIVE |  | You |"), ""},
		{"a base with markers is no base", "<<<<<<< ours\n" + base + ">>>>>>> theirs\n",
			rows(m1, p1), rows(m1, m2, p1), rows(m1, m2, p1), ""},
		{"a version with markers", base, "<<<<<<< ours\n" + base, rows(m1, p1), "", "unreadable"},
		{"line ends and rows", base, strings.ReplaceAll(base, "\n", "\r\n"), rows(m1, m2, "| P1 | profile/p1.md | ACTIVE |  | You |"),
			strings.ReplaceAll(rows(m1, m2, "| P1 | profile/p1.md | ACTIVE |  | You |"), "\n", "\r\n"), ""},
		{"a comment that hides rows", base, base + "end\n", strings.Replace(base, "# Directory\n", "# Directory\n<!--\n-->\n", 1),
			strings.Replace(base, "# Directory\n", "# Directory\n<!--\n-->\n", 1) + "end\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, swap := range []bool{false, true} {
				ours, theirs := tt.ours, tt.theirs
				if swap {
					ours, theirs = theirs, ours
				}
				merged, conflicts := MergeDirectory([]byte(tt.base), []byte(ours), []byte(theirs))
				if string(merged) != tt.want || conflictCodes(conflicts) != tt.conflicts {
					t.Errorf("swapped %v: conflicts %q, want %q; got:\n%s\nwant:\n%s", swap, conflictCodes(conflicts), tt.conflicts, merged, tt.want)
				}
			}
		})
	}
}

func TestConflictsNameBothSides(t *testing.T) {
	base := rows("| M1 | main/m1.md | ACTIVE |  | One |", "| M2 | main/m2.md | PAUSED |  | Two |", "| M3 | main/m3.md | PAUSED |  | Three |")
	ours := rows("| M1 | main/m1.md | PAUSED |  | Uno |", "| M2 | main/m2.md | ACTIVE |  | Two |", "| M3 | main/m3.md | PAUSED |  | Three |")
	theirs := rows("| M1 | main/m1.md | PAUSED |  | Eins |", "| M2 | main/m2.md | PAUSED |  | Two |", "| M3 | main/m3.md | ACTIVE |  | Three |")
	_, conflicts := MergeDirectory([]byte(base), []byte(ours), []byte(theirs))
	var got []string
	for _, c := range conflicts {
		got = append(got, c.Describe("main", "topic"))
	}
	want := []string{`the note of M1: main has "Uno", topic has "Eins"`, "the ACTIVE main line: main has M2, topic has M3"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	merged, conflicts := SettleDirectory([]byte(base), []byte(ours), []byte(theirs), Theirs)
	if string(merged) != theirs || conflicts != nil {
		t.Errorf("settled by theirs: %q\n%s", conflictCodes(conflicts), merged)
	}
}

func TestASideCannotFocusWhatTheOtherTombstoned(t *testing.T) {
	base := rows("| M1 | main/m1.md | ACTIVE |  | One |", "| M2 | main/m2.md | PAUSED |  | Two |")
	ours := rows("| M1 | main/m1.md | PAUSED |  | One |", "| M2 | main/m2.md | ACTIVE |  | Two |")
	theirs := rows("| M1 | main/m1.md | ACTIVE |  | One |", "| M2 | main/m2.md | TOMBSTONED |  | Two |")
	if _, conflicts := SettleDirectory([]byte(base), []byte(ours), []byte(theirs), Ours); conflictCodes(conflicts) != "main-line status" {
		t.Errorf("settled by ours: %q", conflictCodes(conflicts))
	}
	merged, conflicts := SettleDirectory([]byte(base), []byte(ours), []byte(theirs), Theirs)
	if string(merged) != theirs || conflicts != nil {
		t.Errorf("settled by theirs: %q\n%s", conflictCodes(conflicts), merged)
	}
}

// drawDirectories makes a base and two versions of it. There are few nodes and
// words, so that the versions meet; some layout is of people.
func drawDirectories(t *rapid.T) (base, ours, theirs []byte) {
	row := func(name, id string) string {
		state := rapid.SampledFrom([]string{"ACTIVE", "PAUSED", "TOMBSTONED", "**active**"}).Draw(t, name+" state")
		words := rapid.SampledFrom([]string{"", "a", "a, b", "b，a", "b, c", "&#44;, a"}).Draw(t, name+" words")
		note := rapid.SampledFrom([]string{"One", "One", "One", "Two", `a \| b`}).Draw(t, name+" note")
		left := rapid.SampledFrom([]string{"| ", "|  "}).Draw(t, name+" layout")
		return fmt.Sprintf("%s%s | main/m.md | %s | %s | %s |\n", left, id, state, words, note)
	}
	version := func(name string, base map[string]string) (text []byte, lines map[string]string) {
		lines = map[string]string{}
		ids := rapid.Permutation([]string{"M1", "M2", "M3", "S1", "S2", "P1"}).Draw(t, name+" order")
		if rapid.IntRange(0, 3).Draw(t, name+" sorted") > 0 {
			slices.Sort(ids)
		}
		var b strings.Builder
		if rapid.IntRange(0, 5).Draw(t, name+" text") == 0 {
			b.WriteString("intro\n\n")
		}
		b.WriteString(head)
		for _, id := range ids {
			switch kept := rapid.IntRange(0, 9).Draw(t, name+" "+id); {
			case base[id] != "" && kept < 6:
				lines[id] = base[id]
			case base[id] == "" && kept < 6, kept == 9:
				continue
			default:
				lines[id] = row(name, id)
			}
			b.WriteString(lines[id])
		}
		if rapid.IntRange(0, 5).Draw(t, name+" end") == 0 {
			b.WriteString("\nend\n")
		}
		if rapid.IntRange(0, 9).Draw(t, name+" crlf") == 0 {
			return []byte(bom + strings.ReplaceAll(b.String(), "\n", "\r\n")), lines
		}
		return []byte(b.String()), lines
	}
	base, lines := version("base", nil)
	ours, _ = version("ours", lines)
	theirs, _ = version("theirs", lines)
	return base, ours, theirs
}

func drawConfigs(t *rapid.T) (base, ours, theirs []byte) {
	draw := func(name string) []byte {
		var parts []string
		add := func(key string, values ...string) {
			if v := rapid.SampledFrom(append(values, "", values[0])).Draw(t, name+" "+key); v != "" {
				parts = append(parts, `"`+key+`": `+v)
			}
		}
		add("recall_token_budget", "600", "800")
		add("lang", `"zh"`)
		add("retrieval_aliases", `[["a","b"]]`, `[["a","b"],["c"]]`, `[ ["c"], ["d","e"] ]`, `{"a":["b"]}`, `{"a":["c"],"d":["e"]}`)
		add("hooks", `{"x":1}`, `{"x":2,"y":{"z":true}}`, `{"y":{"z":false,"w":1}}`)
		add("team", `{"b":1,"a":2}`, `{ "a":2, "b":1 }`)
		parts = rapid.Permutation(parts).Draw(t, name+" order")
		return []byte("{" + strings.Join(parts, ",") + "}")
	}
	return draw("base"), draw("ours"), draw("theirs")
}

func TestMergeDoesNotDependOnTheSide(t *testing.T) {
	kinds := []struct {
		name   string
		draw   func(*rapid.T) (base, ours, theirs []byte)
		settle func(base, ours, theirs []byte, take Side) ([]byte, []MergeConflict)
		read   func([]byte) error
	}{
		{"directory", drawDirectories, SettleDirectory, func(b []byte) error { _, err := ParseDirectory(b); return err }},
		{"config", drawConfigs, SettleConfig, func(b []byte) error { _, err := ParseConfig(b); return err }},
	}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				base, ours, theirs := k.draw(t)
				if rapid.Bool().Draw(t, "no base") {
					base = nil
				}
				merged, conflicts := k.settle(base, ours, theirs, NoSide)
				back, backConflicts := k.settle(base, theirs, ours, NoSide)
				for i := range backConflicts {
					c := &backConflicts[i]
					c.Ours, c.Theirs = c.Theirs, c.Ours
				}
				if !bytes.Equal(merged, back) || !slices.Equal(conflicts, backConflicts) {
					t.Fatalf("sides swapped:\n%s\n%v\nbut:\n%s\n%v", merged, conflicts, back, backConflicts)
				}
				if (merged == nil) != (len(conflicts) > 0) {
					t.Fatalf("merged %q beside conflicts %v", merged, conflicts)
				}
				a, ac := k.settle(base, ours, theirs, Ours)
				b, bc := k.settle(base, theirs, ours, Theirs)
				if !bytes.Equal(a, b) || len(ac) != len(bc) {
					t.Fatalf("settled:\n%s\n%v\nbut swapped:\n%s\n%v", a, ac, b, bc)
				}
				for _, result := range [][]byte{merged, a} {
					if result == nil {
						continue
					}
					if err := k.read(result); err != nil {
						t.Fatalf("%v in the result:\n%s", err, result)
					}
				}
				if merged != nil {
					// Merging the result with a version it came from brings nothing new.
					if again, c := k.settle(ours, ours, merged, NoSide); c != nil || !bytes.Equal(again, merged) {
						t.Fatalf("not idempotent: %v\n%s", c, again)
					}
					if !bytes.Equal(a, merged) {
						t.Fatalf("a side was taken where nothing had to be settled:\n%s\nbut:\n%s", a, merged)
					}
				}
				for _, pair := range [][2][]byte{{ours, base}, {base, ours}, {ours, ours}} {
					if got, c := k.settle(base, pair[0], pair[1], NoSide); c != nil || !bytes.Equal(got, ours) {
						t.Fatalf("merge(base, x, base) is not x: %v\n%s", c, got)
					}
				}
			})
		})
	}
}

func TestMergeKeepsEveryNodeAndWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		base, ours, theirs := drawDirectories(t)
		merged, conflicts := MergeDirectory(base, ours, theirs)
		if conflicts != nil {
			return
		}
		read := func(data []byte) map[NodeID]Node {
			d, err := ParseDirectory(data)
			if err != nil {
				t.Fatal(err)
			}
			nodes := map[NodeID]Node{}
			for _, n := range d.Nodes() {
				nodes[n.ID] = n
			}
			return nodes
		}
		b, o, th, m := read(base), read(ours), read(theirs), read(merged)
		for _, side := range []map[NodeID]Node{o, th} {
			for id, n := range side {
				if _, old := b[id]; !old && m[id].ID == "" {
					t.Fatalf("%s was added and is gone", id)
				}
				for _, w := range n.HitWords {
					if m[id].ID != "" && !slices.Contains(b[id].HitWords, w) && !slices.Contains(m[id].HitWords, w) {
						t.Fatalf("the word %q of %s was added and is gone", w, id)
					}
				}
			}
		}
		for id, n := range m {
			if n.State != Tombstoned && o[id].State == Tombstoned && th[id].State == Tombstoned {
				t.Fatalf("%s came back to life", id)
			}
		}
	})
}
