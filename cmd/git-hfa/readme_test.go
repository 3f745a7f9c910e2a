package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// tourStep is one command of a README's tour and what the page says it prints.
type tourStep struct {
	line    int
	command string
	want    string
}

// tourSteps reads the console blocks of a page: a line that begins with "$ " is typed, the lines below it are what it prints.
func tourSteps(page string) []tourStep {
	var steps []tourStep
	inside := false
	for i, line := range strings.Split(page, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside = line == "```console"
		case !inside:
		case strings.HasPrefix(line, "$ "):
			steps = append(steps, tourStep{line: i + 1, command: line[2:]})
		case len(steps) > 0:
			steps[len(steps)-1].want += line + "\n"
		}
	}
	return steps
}

// TestReadmeTour types every command of the tours in an empty repository, and holds what the pages show.
func TestReadmeTour(t *testing.T) {
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("the tour is typed into a POSIX shell, and there is none")
	}
	for _, file := range []string{"README.md", "README.zh.md"} {
		t.Run(file, func(t *testing.T) {
			data, err := os.ReadFile(filepath.Join("..", "..", file))
			if err != nil {
				t.Fatal(err)
			}
			steps := tourSteps(string(data))
			if len(steps) < 10 {
				t.Fatalf("%s has a tour of %d commands", file, len(steps))
			}
			home := t.TempDir()
			repo := filepath.Join(home, "shop")
			typed := func(dir, command string) string {
				cmd := exec.Command("sh", "-c", command)
				cmd.Dir = dir
				cmd.Env = append(os.Environ(), "HOME="+home, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C.UTF-8",
					"HFA_MEMORY_DIR=", "GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.invalid", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.invalid")
				out, err := cmd.CombinedOutput()
				if err != nil {
					t.Fatalf("%s: %v\n%s", command, err, out)
				}
				return string(out)
			}
			anyDay := regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)
			typed(home, "git init -q -b main shop")
			for _, s := range steps {
				got := typed(repo, s.command)
				if anyDay.ReplaceAllString(got, "DAY") != anyDay.ReplaceAllString(s.want, "DAY") {
					t.Errorf("%s:%d: %s\nprints\n%s\nbut the page shows\n%s", file, s.line, s.command, got, s.want)
				}
			}
		})
	}
}
