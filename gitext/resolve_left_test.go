package gitext

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/git-hfa/git-hfa/gitext/internal/gittest"
	"github.com/git-hfa/git-hfa/gitext/place"
)

// randomLines are few different lines, among them short ones: there the ways to compare differ most.
func randomLines(r *rand.Rand, n int) []string {
	words := []string{"{", "}", "", "a", "b", "c c", "| M1 |", "=======", "d d d"}
	lines := make([]string, n)
	for i := range lines {
		lines[i] = words[r.IntN(len(words))]
	}
	return lines
}

// mutated changes, adds and removes some lines.
func mutated(r *rand.Rand, lines []string) []string {
	var out []string
	for _, line := range lines {
		switch r.IntN(8) {
		case 0:
			out = append(out, randomLines(r, 1)...)
		case 1:
			out = append(out, line, randomLines(r, 1)[0])
		case 2:
		default:
			out = append(out, line)
		}
	}
	return append(out, fmt.Sprint("end ", r.IntN(1000))) // so that both differ
}

// What git leaves of a conflict is known as such whatever command left it, and is not with any line of it taken out or changed.
func TestWhatGitLeftIsKnown(t *testing.T) {
	const name = "docs/mem/directory.md"
	text := func(lines []string) map[string]string {
		return map[string]string{name: strings.Join(lines, "\n") + "\n"}
	}
	ways := [][]string{{"merge", "theirs"}, {"merge", "-s", "recursive", "theirs"}, {"cherry-pick", "theirs"}, {"rebase", "theirs"},
		{"rebase", "--apply", "theirs"}, {"checkout", "-q", "--merge", "theirs"}}
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 1))
		g := gittest.New(t)
		dir := filepath.Join(t.TempDir(), "a b")
		base := randomLines(r, 12+int(seed)*6)
		g.Init(dir, text(base))
		if seed == 4 {
			g.Write(dir, map[string]string{".gitattributes": "*.md conflict-marker-size=9\n"})
			g.Run(dir, "add", ".gitattributes")
			g.Run(dir, "commit", "-q", "-m", "attributes")
		}
		if seed == 5 {
			g.Run(dir, "rm", "-q", name)
			g.Run(dir, "commit", "-q", "-m", "added by both")
		}
		g.Run(dir, "branch", "ours")
		g.Run(dir, "switch", "-q", "-c", "theirs")
		g.Write(dir, text(mutated(r, base)))
		g.Run(dir, "add", "-A")
		g.Run(dir, "commit", "-q", "-m", "theirs")
		g.Run(dir, "switch", "-q", "ours")
		ours := text(mutated(r, base))
		g.Write(dir, ours)
		g.Run(dir, "add", "-A")
		g.Run(dir, "commit", "-q", "-m", "ours")
		p, err := place.Find(dir, nil)
		if err != nil {
			t.Fatal(err)
		}
		repo, err := Open(p)
		if err != nil {
			t.Fatal(err)
		}
		for i, way := range ways {
			if uint64(i)%3 != seed%3 || way[0] == "checkout" && seed == 5 {
				continue // a minute for all of them is too long
			}
			style := []string{"merge", "diff3", "zdiff3"}[(i/3+int(seed))%3]
			if way[0] == "checkout" {
				g.Run(dir, "switch", "-q", "-C", "stays", "ours~")
				g.Write(dir, ours)
			}
			g.Try(dir, append([]string{"-c", "merge.conflictStyle=" + style}, way...)...)
			knowsWhatGitLeft(t, repo, r, fmt.Sprint(seed, " ", way, " ", style), name)
			g.Try(dir, "rebase", "--abort")
			g.Run(dir, "reset", "-q", "--hard")
			g.Run(dir, "switch", "-q", "ours")
		}
		repo.Close()
	}
}

func knowsWhatGitLeft(t *testing.T, repo *Repo, r *rand.Rand, what, name string) {
	t.Helper()
	conflicts, _, err := repo.Conflicts(t.Context(), "docs/mem")
	if err != nil || len(conflicts) != 1 {
		t.Fatalf("%s: %d conflicts, %v", what, len(conflicts), err)
	}
	now, err := os.ReadFile(filepath.Join(repo.Place().Top, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	if ok, err := repo.leftByGit(t.Context(), name, now, conflicts[0]); err != nil || !ok {
		t.Errorf("%s: what git left is taken for edited (%v):\n%s", what, err, now)
	}
	lines := strings.SplitAfter(string(now), "\n")
	i := r.IntN(len(lines) - 1)
	lines[i] = "edited\n"
	if ok, err := repo.leftByGit(t.Context(), name, []byte(strings.Join(lines, "")), conflicts[0]); err != nil || ok {
		t.Errorf("%s: an edited line is not seen (%v):\n%s", what, err, strings.Join(lines, ""))
	}
}
