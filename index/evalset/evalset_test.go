package evalset

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write golden files instead of comparing with them")

func sets(t *testing.T) []Set {
	t.Helper()
	s, err := Sets()
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheSetsAreLargeEnough(t *testing.T) {
	var cases, refused, found, mustRefuse, mustFind int
	prompts := map[string]bool{}
	for _, s := range sets(t) {
		for _, c := range s.Cases {
			cases++
			if prompts[s.Name+c.Prompt] || c.Reason == "" {
				t.Errorf("%s: %q stands twice or has no reason", s.Name, c.Prompt)
			}
			prompts[s.Name+c.Prompt] = true
			switch {
			case c.Want == "" && c.Regression:
				mustRefuse++
				refused++
			case c.Want == "":
				refused++
			case c.Regression:
				mustFind++
			default:
				found++
			}
		}
	}
	if cases < 300 || refused*3 < cases || mustFind < 23 || mustRefuse < 9 {
		t.Errorf("%d cases, %d to refuse; regression: %d to find, %d to refuse", cases, refused, mustFind, mustRefuse)
	}
}

// A change of the ranking is a change of these files, with the figures beside it.
func TestCasesAreAnsweredAsTheGoldenFilesSay(t *testing.T) {
	var total Stats
	var stats strings.Builder
	for _, s := range sets(t) {
		r, err := Run(context.Background(), filepath.Join(t.TempDir(), "memory"), s)
		if err != nil {
			t.Fatal(err)
		}
		for _, o := range r.Outcomes {
			if o.Regression && !o.Right {
				t.Errorf("%s: %q gave %v, want %q: %s", s.Name, o.Prompt, o.Selected, o.Want, o.Reason)
			}
		}
		total = total.Add(r.Stats)
		stats.WriteString(s.Name + ": " + r.Stats.String() + "\n")
		golden(t, s.Name+".txt", r.Text())
	}
	stats.WriteString("all: " + total.String() + "\n")
	golden(t, "stats.txt", stats.String())
	if total.Found*100 < 95*total.ToFind || (total.ToRefuse-total.Refused)*50 > total.ToRefuse {
		t.Errorf("all: %s; at least 95 %% must be told and at most 2 %% falsely", total)
	}
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("..", "testdata", "eval", name)
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if was := strings.ReplaceAll(string(want), "\r\n", "\n"); was != got {
		t.Errorf("%s differs; look at what changed and run with -update:\n%s", file, firstDiff(was, got))
	}
}

func firstDiff(a, b string) string {
	la, lb := strings.Split(a, "\n"), strings.Split(b, "\n")
	var out []string
	for i := range min(len(la), len(lb)) {
		if la[i] != lb[i] {
			out = append(out, "- "+la[i], "+ "+lb[i])
		}
	}
	return strings.Join(out[:min(len(out), 40)], "\n")
}

func TestThousandOperationsAgreeWithThePlainModel(t *testing.T) {
	done, err := Replay(context.Background(), filepath.Join(t.TempDir(), "memory"), 1000, 1)
	if err != nil {
		t.Fatalf("after %s: %v", done, err)
	}
	if done.Total() != 1000 || done.Retries < 50 || done.Supersedes < 50 || done.Tombstones < 50 || done.Recalls < 300 {
		t.Errorf("%s", done)
	}
}

func TestWordsOfTheReplayDiffer(t *testing.T) {
	seen := map[string]bool{}
	for n := range 5000 {
		if seen[word(n)] {
			t.Fatalf("%s twice", word(n))
		}
		seen[word(n)] = true
	}
}
