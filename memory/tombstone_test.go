package memory

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestTombstoneNameFollowsFromItsContent(t *testing.T) {
	node := Tombstone{Schema: 1, Target: "S1", Reason: "已完成，保留审计", CreatedAt: "2026-05-11T08:30:00.123Z"}
	golden(t, "tombstone-node.json", node.Encode())
	chunk := node
	chunk.Target = "chunk_0004-k3f9qz7m"
	chunk.Extra = []Member{{"by", []byte(`{"name": "x"}`)}}
	golden(t, "tombstone-chunk.json", chunk.Encode())
	golden(t, "tombstone-paths.txt", []byte(node.Path()+"\n"+chunk.Path()+"\n"))
	for _, want := range []Tombstone{node, chunk} {
		got, err := ParseTombstone(append([]byte(bom), bytes.ReplaceAll(want.Encode(), []byte("\n"), []byte("\r\n"))...))
		if err != nil || got.Path() != want.Path() || !bytes.Equal(got.Encode(), want.Encode()) || got.Check() != nil {
			t.Errorf("%+v read back as %+v, %v", want, got, err)
		}
		if target := TombstoneTarget(want.Path()); target != want.Target {
			t.Errorf("%s tells the target %q", want.Path(), target)
		}
		if !isPortablePath(want.Path()) {
			t.Errorf("%s is not portable", want.Path())
		}
	}
	other := node
	other.Reason = "x"
	if other.Path() == node.Path() {
		t.Error("two records share a name")
	}
}

func TestParseTombstoneRefuses(t *testing.T) {
	for _, text := range []string{
		"", "{}", `{"schema":1,"target":"S1","reason":"x"}`, `{"schema":1,"target":"7","reason":"x","created_at":"y"}`,
		`{"schema":1,"target":"chunk_0001","target":"chunk_0002","reason":"x","created_at":"y"}`, `{"schema":1,"target":7,"reason":"x","created_at":"y"}`,
	} {
		var fe *FileError
		if _, err := ParseTombstone([]byte(text)); !errors.As(err, &fe) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if _, err := ParseTombstone([]byte(`{"schema":2,"targets":["S1"]}`)); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer schema: %v", err)
	}
}

func TestLegacyTombstonesAreReadLineByLine(t *testing.T) {
	text := bom + `{"id": "S1", "reason": "done", "ts": "2025-01-02"}` + "\r\n\r\n" +
		`{"target": "chunk_0002", "tombstoned_at": "2025-01-03", "kind": 1}` + "\n" +
		`{"id": "S1", "reason": "again"}` + "\n" +
		`{"reason": "no target"}` + "\n" +
		`{"id": "S2"` + "\n" +
		`{"chunk_id": "chunk_0003"}`
	got, err := ParseLegacyTombstones([]byte(text))
	want := []Tombstone{
		{Target: "S1", Reason: "done", CreatedAt: "2025-01-02"},
		{Target: "chunk_0002", CreatedAt: "2025-01-03", Extra: []Member{{"kind", []byte("1")}}},
		{Target: "chunk_0003"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
	if err == nil || !strings.Contains(err.Error(), "line 5: ") || !strings.Contains(err.Error(), "line 6: ") || strings.Count(err.Error(), "line ") != 2 {
		t.Errorf("error %v", err)
	}
}

func TestTheTargetOfALegacyTombstoneIsNoOtherName(t *testing.T) {
	for text, want := range map[string]string{
		`{"node": "M1", "id": "chunk_0003"}`:                             "chunk_0003",
		`{"id": "t-1", "chunk_id": "chunk_0004"}`:                        "chunk_0004",
		`{"id": 7, "target": "chunk_0005", "node": "S1"}`:                "chunk_0005",
		`{"id": "chunk_0009", "chunk_id": "chunk_0006", "reason": null}`: "chunk_0006",
		`{"node": "S1", "chunk_id": null}`:                               "S1",
		`{"id": "t-1"}`:                                                  "",
	} {
		got, err := ParseLegacyTombstones([]byte(text))
		if want == "" {
			if len(got) != 0 || err == nil {
				t.Errorf("%s: %+v, %v", text, got, err)
			}
			continue
		}
		if err != nil || len(got) != 1 || got[0].Target != want {
			t.Errorf("%s: %+v, %v; want %s", text, got, err, want)
		}
	}
}
