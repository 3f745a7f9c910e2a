package main

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the test binary the program itself when it is called by its name. Nothing in a script is about time, and a
// machine may have much else to do.
func TestMain(m *testing.M) {
	testOnlyPatience = 30
	testscript.Main(m, map[string]func(){"git-hfa": main, "hfa": main})
}

// TestScripts runs every script of testdata/script with real git. The binary on
// PATH is this test binary, called git-hfa or hfa.
func TestScripts(t *testing.T) {
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed, and the scripts are about working with it")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		Setup:               setupScript,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"exits":     cmdExits,
			"json":      cmdJSON,
			"jsonenv":   cmdJSONEnv,
			"bytes":     cmdBytes,
			"snapshot":  cmdSnapshot,
			"unchanged": cmdUnchanged,
			"files":     cmdFiles,
			"replace":   cmdReplace,
		},
	})
}

// setupScript gives git a fixed identity and date, an empty home and no
// configuration of the machine.
func setupScript(e *testscript.Env) error {
	home := filepath.Join(e.WorkDir, ".home")
	if err := os.Mkdir(home, 0o755); err != nil {
		return err
	}
	e.Setenv("HOME", home)
	e.Setenv("USERPROFILE", home)
	e.Setenv("XDG_CONFIG_HOME", filepath.Join(home, ".config"))
	e.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	e.Setenv("GIT_CONFIG_GLOBAL", os.DevNull)
	e.Setenv("GIT_CEILING_DIRECTORIES", e.WorkDir)
	e.Setenv("GIT_TERMINAL_PROMPT", "0")
	for _, who := range []string{"AUTHOR", "COMMITTER"} {
		e.Setenv("GIT_"+who+"_NAME", "Script")
		e.Setenv("GIT_"+who+"_EMAIL", "script@example.invalid")
		e.Setenv("GIT_"+who+"_DATE", "2026-01-02T03:04:05Z")
	}
	settings := []string{"init.defaultBranch", "main", "core.autocrlf", "false", "protocol.file.allow", "always", "advice.detachedHead", "false",
		"gc.auto", "0", "maintenance.auto", "false"} // nothing writes in the background when a script ends
	e.Setenv("GIT_CONFIG_COUNT", strconv.Itoa(len(settings)/2))
	for i := 0; i < len(settings); i += 2 {
		e.Setenv(fmt.Sprintf("GIT_CONFIG_KEY_%d", i/2), settings[i])
		e.Setenv(fmt.Sprintf("GIT_CONFIG_VALUE_%d", i/2), settings[i+1])
	}
	e.Setenv("LC_ALL", "C.UTF-8")
	e.Values[snapshots{}] = map[string]map[string]string{}
	return nil
}

// cmdExits runs a program and wants this exit code:
//
//	exits 3 git hfa status
func cmdExits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE program [args...]")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	err = ts.Exec(args[1], args[2:]...)
	got := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		got = exit.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("%s ends with %d, want %d", strings.Join(args[1:], " "), got, want)
	}
}

// cmdJSON holds a value in the JSON on the last standard output to a text:
//
//	json selected.0.id $A       a string, number, boolean or null as its text
//	json selected.len 0         length of a list, object or string
//	! json status healthy
func cmdJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH VALUE")
	}
	got, err := jsonAt(ts.ReadFile("stdout"), args[0])
	ts.Check(err)
	if (got == args[1]) == neg {
		ts.Fatalf("%s is %q", args[0], got)
	}
}

// cmdJSONEnv puts a value of the JSON on the last standard output into a variable:
//
//	jsonenv A id
func cmdJSONEnv(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: jsonenv NAME PATH")
	}
	got, err := jsonAt(ts.ReadFile("stdout"), args[1])
	ts.Check(err)
	ts.Setenv(args[0], got)
}

// jsonAt reads one JSON value and walks a path of keys and indexes down.
func jsonAt(text, path string) (string, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		return "", fmt.Errorf("standard output is not JSON: %w", err)
	}
	if dec.More() {
		return "", errors.New("standard output holds more than one JSON value")
	}
	for _, step := range strings.Split(path, ".") {
		next, err := jsonStep(v, step)
		if err != nil {
			return "", fmt.Errorf("%s: %w", path, err)
		}
		v = next
	}
	switch v := v.(type) {
	case string:
		return v, nil
	case nil:
		return "null", nil
	case map[string]any, []any:
		b, err := json.Marshal(v)
		return string(b), err
	}
	return fmt.Sprint(v), nil
}

func jsonStep(v any, step string) (any, error) {
	switch v := v.(type) {
	case map[string]any:
		if step == "len" {
			return len(v), nil
		}
		member, ok := v[step]
		if !ok {
			return nil, fmt.Errorf("there is no %q", step)
		}
		return member, nil
	case []any:
		if step == "len" {
			return len(v), nil
		}
		i, err := strconv.Atoi(step)
		if err != nil || i < 0 || i >= len(v) {
			return nil, fmt.Errorf("there is no element %q of %d", step, len(v))
		}
		return v[i], nil
	case string:
		if step == "len" {
			return len([]rune(v)), nil
		}
	}
	return nil, fmt.Errorf("%q leads into %v", step, v)
}

// cmdBytes writes a file of bytes: text, and hexadecimal after "x:".
//
//	bytes FILE x:efbbbf text x:0a
func cmdBytes(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 1 {
		ts.Fatalf("usage: bytes FILE [text|x:HEX]...")
	}
	var b bytes.Buffer
	for _, part := range args[1:] {
		if digits, ok := strings.CutPrefix(part, "x:"); ok {
			raw, err := hex.DecodeString(digits)
			ts.Check(err)
			b.Write(raw)
			continue
		}
		b.WriteString(part)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), b.Bytes(), 0o666))
}

// cmdReplace replaces the one place of a text in a file, bytes for bytes. OLD and
// NEW may be hexadecimal after "x:".
//
//	replace FILE OLD NEW
func cmdReplace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace FILE OLD NEW")
	}
	for i, part := range args[1:] {
		if digits, ok := strings.CutPrefix(part, "x:"); ok {
			raw, err := hex.DecodeString(digits)
			ts.Check(err)
			args[i+1] = string(raw)
		}
	}
	text := ts.ReadFile(args[0])
	if n := strings.Count(text, args[1]); n != 1 {
		ts.Fatalf("%q is %d times in %s", args[1], n, args[0])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Replace(text, args[1], args[2], 1)), 0o666))
}

// snapshots is the key of what cmdSnapshot remembers: name, path, content.
type snapshots struct{}

// cmdSnapshot remembers the bytes of every file below a folder:
//
//	snapshot NAME DIR
func cmdSnapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: snapshot NAME DIR")
	}
	ts.Value(snapshots{}).(map[string]map[string]string)[args[0]] = readFolder(ts, args[1])
}

// cmdUnchanged holds a folder to a snapshot: every file that was there has its
// bytes. With "exactly" there is no other file either.
//
//	unchanged NAME DIR [exactly]
func cmdUnchanged(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: unchanged NAME DIR [exactly]")
	}
	before := ts.Value(snapshots{}).(map[string]map[string]string)[args[0]]
	now := readFolder(ts, args[1])
	for path, data := range before {
		if got, ok := now[path]; !ok {
			ts.Fatalf("%s is gone", path)
		} else if got != data {
			ts.Fatalf("%s was changed:\n%s", path, got)
		}
	}
	for path := range now {
		if _, ok := before[path]; !ok && len(args) == 3 {
			ts.Fatalf("%s was created", path)
		}
	}
}

// cmdFiles wants this number of files below a folder whose name fits a pattern:
//
//	files 3 memory/chunks *.json
func cmdFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: files N DIR PATTERN")
	}
	n := 0
	for path := range readFolder(ts, args[1]) {
		if ok, _ := filepath.Match(args[2], filepath.Base(path)); ok {
			n++
		}
	}
	if strconv.Itoa(n) != args[0] {
		ts.Fatalf("%d files %s below %s, want %s", n, args[2], args[1], args[0])
	}
}

// readFolder reads every file below dir, git's own folder left out.
func readFolder(ts *testscript.TestScript, dir string) map[string]string {
	files := map[string]string{}
	root := ts.MkAbs(dir)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && d.Name() == ".git":
			return filepath.SkipDir
		case !d.Type().IsRegular():
			return nil
		}
		data, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		files[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		ts.Check(err)
	}
	return files
}
