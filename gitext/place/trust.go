package place

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Trust says what a recall may use: "trust" in config.json as HEAD has it, which nobody changes without a commit.
type Trust struct {
	Commit    string // HEAD, a full id
	Tree      string // of the memory in it, a full id; "" when it has none
	Committed bool   // only what HEAD has may be used
	Digest    string // source digest of the memory at HEAD, "sha256:…"; "" unless Committed
}

// ReadTrust tells what package gitext found out for the commit that HEAD names now, without starting git. known is false
// when it has to be found out anew: nothing is known yet, HEAD moved, or its commit cannot be read from files. With known
// false only package gitext may say what can be used.
//
// A process that reads no git objects does this: with Committed it answers from the work tree while the digest of that is
// Digest, and else leaves the answer to git hfa.
func ReadTrust(m Memory) (t Trust, known bool) {
	head := Head(m.Place)
	if t, known = StoredTrust(m); head == "" || t.Commit != head {
		return Trust{}, false
	}
	return t, known
}

// StoredTrust is ReadTrust for whichever commit was asked last.
func StoredTrust(m Memory) (t Trust, ok bool) {
	file := trustFile(m)
	if file == "" {
		return Trust{}, false
	}
	data, err := readSmall(file, maxGitFile)
	if err != nil {
		return Trust{}, false
	}
	line, whole := strings.CutSuffix(string(data), "\n")
	words := strings.Split(line, " ")
	if !whole || len(words) != 5 || words[0] != trustVersion || words[3] != "worktree" && words[3] != "committed" {
		return Trust{}, false
	}
	return Trust{Commit: words[1], Tree: words[2], Committed: words[3] == "committed", Digest: words[4]}, true
}

// WriteTrust keeps what was found out, in the git folder of the work tree: what is in the work tree cannot be trusted here.
// Nothing is synced; a file that a crash cut is none.
func WriteTrust(m Memory, t Trust) error {
	file := trustFile(m)
	if file == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(file), ".trust-*.tmp")
	if err != nil {
		return err
	}
	word := map[bool]string{false: "worktree", true: "committed"}[t.Committed]
	_, err = fmt.Fprintf(temp, "%s %s %s %s %s\n", trustVersion, t.Commit, t.Tree, word, t.Digest)
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), file)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp.Name()))
	}
	return nil
}

// trustVersion begins the file; another one is passed over.
const trustVersion = "1"

// trustFile is GIT_DIR/hfa/<as the counter>.trust, "" outside git.
func trustFile(m Memory) string { return besideTrust(m, ".trust") }

// CommittedIndex is where an index of the memory as HEAD has it is kept, a native path; "" outside git. Who uses it holds it to
// Trust.Digest.
func CommittedIndex(m Memory) string { return besideTrust(m, ".idx") }

func besideTrust(m Memory, suffix string) string {
	if m.Counter == "" {
		return ""
	}
	return filepath.Join(m.Place.GitDir, "hfa", strings.TrimSuffix(filepath.Base(m.Counter), ".counter")+suffix)
}

// TellsWorkTree reports whether a memory may be told as the work tree has it: digest is its source digest, trust what its
// config.json says. Under "committed" it may while it is what HEAD has. Whom HEAD trusts is known without git but for the
// first question after a commit: then it is not sure.
func TellsWorkTree(m Memory, digest, trust string) (may, sure bool) {
	if m.Path == "" {
		return true, true
	}
	t, known := ReadTrust(m)
	if known {
		return !t.Committed || t.Digest == digest, true
	}
	t, _ = StoredTrust(m)
	// With no commit in sight there is none, or references are kept in a way that Head does not read.
	return !t.Committed && trust != "committed", Head(m.Place) == ""
}
