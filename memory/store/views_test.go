package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory/store/internal/faultfs"
)

const viewPath = "history/epoch_01/summaries.md"

func backupsOf(mem *faultfs.Mem) map[string]string {
	files := truth(mem)
	maps.DeleteFunc(files, func(p, _ string) bool { return !strings.HasPrefix(p, backups+"/") })
	return files
}

func TestViewsReplaceOnlyWhatIsTheirs(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	write := func(text string) {
		t.Helper()
		if err := s.WriteViews(t.Context(), []View{{viewPath, []byte(text)}}); err != nil {
			t.Fatal(err)
		}
		if got := truth(mem)[viewPath]; !strings.HasSuffix(got, " -->\n"+text) || !strings.HasPrefix(got, viewMark) {
			t.Errorf("the view is %q", got)
		}
	}
	write("one\n")
	write("two\n")
	mem.Write(at(viewPath), []byte(strings.ReplaceAll(truth(mem)[viewPath], "\n", "\r\n"))) // core.autocrlf
	write("three\n")
	mem.Write(at(viewPath), nil)
	write("three\n")
	if got := backupsOf(mem); len(got) != 0 {
		t.Errorf("backed up: %v", got)
	}
	touched := truth(mem)[viewPath] + "my words\n"
	for range 2 { // the same words twice are kept once
		mem.Write(at(viewPath), []byte(touched))
		write("four\n")
	}
	mem.Write(at(viewPath), []byte("# by hand"))
	write("five\n")
	got := backupsOf(mem)
	if len(got) != 2 {
		t.Fatalf("backed up: %v", got)
	}
	for p, data := range got {
		if data != touched && data != "# by hand" || !strings.HasPrefix(p, backups+"/epoch_01-summaries-") {
			t.Errorf("%s holds %q", p, data)
		}
	}
}

func TestViewsThatAreRightAreLeftAlone(t *testing.T) {
	mem := newMemory(t, 50)
	views := []View{{viewPath, []byte("one\n")}}
	if err := open(t, mem).WriteViews(t.Context(), views); err != nil {
		t.Fatal(err)
	}
	fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: -1}
	if err := open(t, fault).WriteViews(t.Context(), views); err != nil {
		t.Fatal(err)
	}
	for _, op := range fault.Log {
		if !strings.HasPrefix(op, "read") && !strings.HasPrefix(op, "lstat") {
			t.Errorf("an unneeded %s", op)
		}
	}
}

func TestViewsAreNeverTruth(t *testing.T) {
	s := open(t, newMemory(t, 50))
	for _, p := range []string{"directory.md", "history/epoch_01/framework.md", "history/stream.md", "history/legacy-backups/x.md", "chunks/x.md", "history/epoch_01/x.json", "../x.md"} {
		if err := s.WriteViews(t.Context(), []View{{p, []byte("x")}}); err == nil {
			t.Errorf("%s was written as a view", p)
		}
	}
}

// A backup is on the disk before the words it saves are replaced.
func TestHandWrittenWordsSurviveAPowerFailure(t *testing.T) {
	base := newMemory(t, 50)
	base.Write(at(viewPath), []byte("# by hand"))
	for i := 0; ; i++ {
		mem := base.Clone()
		fault := &faultfs.Fault{FS: mem, Root: testDir, FailAt: i, Dead: true}
		if s, err := Open(options(fault)); err == nil {
			s.WriteViews(t.Context(), []View{{viewPath, []byte("generated\n")}})
		}
		for seed := range uint64(16) {
			r := rand.New(rand.NewPCG(seed, uint64(i)))
			after := truth(mem.Crash(func() bool { return r.IntN(2) == 0 }))
			found := false
			for _, data := range after {
				found = found || data == "# by hand"
			}
			if !found {
				t.Fatalf("after operation %d the words are gone", i)
			}
		}
		if !fault.Failed() {
			return
		}
	}
}

func TestAuditLinesAreJSONAndRotated(t *testing.T) {
	mem := newMemory(t, 50)
	s := open(t, mem)
	entry := AuditEntry{Time: time.Date(2026, 1, 2, 3, 4, 5, 6e6, time.UTC), Kind: "unlock", Query: "旧\n工具链", IDs: []string{"chunk_0001-aaaaaaaa"}, Reason: "复核"}
	if err := s.Audit(entry); err != nil {
		t.Fatal(err)
	}
	want := `{"time":"2026-01-02T03:04:05.006Z","kind":"unlock","query":"旧\n工具链","ids":["chunk_0001-aaaaaaaa"],"reason":"复核"}` + "\n"
	if got := mem.Files(testDir)[auditName]; got != want {
		t.Errorf("got %s", got)
	}
	for i := range 5 {
		mem.Write(at(auditName), bytes.Repeat([]byte(fmt.Sprint(i)), auditSize))
		if err := s.Audit(AuditEntry{Kind: "hit", Query: strings.Repeat("长", 5000)}); err != nil {
			t.Fatal(err)
		}
	}
	files := mem.Files(testDir)
	for i, first := range map[string]byte{".1": '4', ".2": '3', ".3": '2'} {
		if data := files[auditName+i]; len(data) != auditSize || data[0] != first {
			t.Errorf("%s holds %d bytes", auditName+i, len(data))
		}
	}
	if _, ok := files[auditName+".4"]; ok {
		t.Error("a fourth old log is kept")
	}
	var line struct{ Query string }
	if err := json.Unmarshal([]byte(files[auditName]), &line); err != nil || utf8.RuneCountInString(line.Query) != auditQuery+1 {
		t.Errorf("%v: %d", err, utf8.RuneCountInString(line.Query))
	}
	// Under the lock of another process the log grows instead.
	mem.Write(at(auditName), bytes.Repeat([]byte("9"), auditSize))
	lock, err := mem.TryLock(filepath.Join(filepath.FromSlash(testDir), lockName))
	if err != nil {
		t.Fatal(err)
	}
	defer lock.Close()
	if err := s.Audit(AuditEntry{Kind: "hit"}); err != nil {
		t.Fatal(err)
	}
	if data := mem.Files(testDir)[auditName]; len(data) <= auditSize {
		t.Error("rotated although the lock was held")
	}
}

func TestAuditDoesNotFollowALink(t *testing.T) {
	mem := newMemory(t, 50)
	mem.Link(at(auditName))
	if err := open(t, mem).Audit(AuditEntry{Kind: "hit"}); err == nil {
		t.Error("the log was written through a link")
	}
}
