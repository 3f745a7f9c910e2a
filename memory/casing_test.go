package memory

import (
	"strings"
	"testing"
	"testing/fstest"
)

func TestNamesThatDifferInCaseAlone(t *testing.T) {
	for _, name := range []string{"Directory.md", "CONFIG.json", "Chunks/epoch_01/x.json", "Tombstones/x.json", "TOMBSTONES.jsonl", "History/stream.md", "Eval.jsonl"} {
		fsys, _ := smallTree()
		fsys[name] = &fstest.MapFile{Data: []byte("x")}
		tree, err := Load(fsys)
		first, _, _ := strings.Cut(name, "/")
		if err != nil || codes(tree.Problems) != "wrong-name" || tree.Problems[0].Path != first || tree.Problems[0].Severity != SeverityError || len(tree.Chunks) != 3 {
			t.Errorf("%s: %v, %+v", name, err, tree.Problems)
		}
	}
	fsys, _ := smallTree()
	fsys["Main/m2.md"] = &fstest.MapFile{Data: []byte("x")} // of people
	if tree, err := Load(fsys); err != nil || len(tree.Problems) > 0 {
		t.Errorf("%v, %+v", err, tree.Problems)
	}
}

// A layout is mended by what git can do about it, and no more is promised.
func TestTheCureOfALayout(t *testing.T) {
	fsys, ids := smallTree()
	path := ChunkPath(1, ids[0])
	clean := string(fsys[path].Data)
	for _, test := range []struct{ text, want, not string }{
		{bom + clean, "without a byte-order mark", "renormalize"},
		{strings.ReplaceAll(clean, "\n", "\r\n"), "git add --renormalize " + path + " && rm " + path, "byte-order"},
		{bom + strings.ReplaceAll(clean, "\n", "\r\n"), "; check that .gitattributes", ""},
	} {
		fsys[path].Data = []byte(test.text)
		tree, err := Load(fsys)
		if err != nil || codes(tree.Problems) != "layout" {
			t.Fatalf("%v, %+v", err, tree.Problems)
		}
		if cure := tree.Problems[0].Cure; !strings.Contains(cure, test.want) || test.not != "" && strings.Contains(cure, test.not) {
			t.Errorf("%q: %s", test.text[:3], cure)
		}
	}
}
