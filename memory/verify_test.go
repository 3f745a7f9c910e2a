package memory

import (
	"strings"
	"testing"
	"testing/fstest"
)

// put seals a chunk and writes it into the tree.
func put(fsys fstest.MapFS, number int, edit func(*Chunk)) ID {
	c := Chunk{Epoch: 1, Topic: number, Node: "M1", Title: "t", HitWords: []string{"w"}, Conclusion: "c", CreatedAt: "2026-05-11T08:30:00.123Z"}
	edit(&c)
	c.Seal(number)
	fsys[ChunkPath(1, c.ID)] = &fstest.MapFile{Data: c.Encode()}
	return c.ID
}

func entomb(fsys fstest.MapFS, target string) string {
	t := Tombstone{Schema: 1, Target: target, Reason: "wrong", CreatedAt: "2026-05-11T08:30:00.123Z"}
	fsys[t.Path()] = &fstest.MapFile{Data: t.Encode()}
	return t.Path()
}

func nodes(fsys fstest.MapFS, list ...Node) {
	d := NewDirectory("en")
	for _, n := range list {
		n.Path = "main/m1.md"
		d.Put(n)
	}
	fsys[DirectoryPath] = &fstest.MapFile{Data: d.Encode()}
}

func TestVerify(t *testing.T) {
	supersede := func(ids ...ID) func(*Chunk) { return func(c *Chunk) { c.Supersedes = ids } }
	for _, test := range []struct {
		name  string
		edit  func(fsys fstest.MapFS, ids []ID)
		codes string
		fails bool // at least one error
		names string
	}{
		{"good", func(fstest.MapFS, []ID) {}, "", false, ""},
		{"edited", func(fsys fstest.MapFS, ids []ID) {
			f := fsys[ChunkPath(1, ids[0])]
			f.Data = []byte(strings.Replace(string(f.Data), "2026-05-11T", "2026-05-12T", 1))
		}, "edited", true, "git log -p -- chunks/epoch_01/chunk_0001-"},
		{"too long", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 4, func(c *Chunk) { c.Title = strings.Repeat("x", 300) })
		}, "too-long", true, "200"},
		{"bad time", func(fsys fstest.MapFS, ids []ID) { put(fsys, 4, func(c *Chunk) { c.CreatedAt = "today" }) }, "bad-value", true, "created_at"},
		{"tombstone with a bad time", func(fsys fstest.MapFS, ids []ID) {
			ts := Tombstone{Schema: 1, Target: string(ids[0]), Reason: "wrong", CreatedAt: "today"}
			fsys[ts.Path()] = &fstest.MapFile{Data: ts.Encode()}
		}, "bad-value", true, "created_at"},
		{"tombstone under another name", func(fsys fstest.MapFS, ids []ID) {
			ts := Tombstone{Schema: 1, Target: string(ids[0]), Reason: strings.Repeat("x", 501), CreatedAt: "2026-05-11T08:30:00.123Z"}
			fsys["tombstones/renamed.json"] = &fstest.MapFile{Data: ts.Encode()}
		}, "too-long wrong-name", true, "git rm tombstones/renamed.json"},
		{"edited tombstone with a secret", func(fsys fstest.MapFS, ids []ID) {
			name := entomb(fsys, string(ids[0]))
			fsys[name].Data = []byte(strings.Replace(string(fsys[name].Data), "wrong", "ghp_"+"0123456789abcdefghijABCDEFGHIJ012345", 1))
		}, "edited secret", true, "git log -p -- tombstones/chunk_0001-"},
		{"tombstone with a long reason", func(fsys fstest.MapFS, ids []ID) {
			ts := Tombstone{Schema: 1, Target: string(ids[0]), Reason: strings.Repeat("x", 501), CreatedAt: "2026-05-11T08:30:00.123Z"}
			fsys[ts.Path()] = &fstest.MapFile{Data: ts.Encode()}
		}, "too-long", true, "500"},
		{"untagged", func(fsys fstest.MapFS, ids []ID) {
			fsys["chunks/chunk_0004.json"] = &fstest.MapFile{Data: []byte(`{"id":"chunk_0004","title":"t","conclusion":"c"}`)}
		}, "untagged", false, "HFA 2.2"},
		{"tag taken off", func(fsys fstest.MapFS, ids []ID) {
			f := fsys[ChunkPath(1, ids[0])]
			f.Data = []byte(strings.Replace(string(f.Data), string(ids[0]), ids[0].Short(), 1))
			fsys[ChunkPath(1, ID(ids[0].Short()))] = f
			delete(fsys, ChunkPath(1, ids[0]))
		}, "untagged", true, "taken off"},
		{"unknown node", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 4, func(c *Chunk) { c.Node = "S7" })
			put(fsys, 5, func(c *Chunk) { c.Node = "S7" })
		}, "unknown-node", false, "git hfa node add S7"},
		{"twice", func(fsys fstest.MapFS, ids []ID) {
			fsys["chunks/"+string(ids[0])+".json"] = fsys[ChunkPath(1, ids[0])]
		}, "duplicate-id", true, "chunk_0001"},
		{"request id twice", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 4, func(c *Chunk) { c.RequestID = "r" })
			put(fsys, 5, func(c *Chunk) { c.RequestID = "r" })
		}, "request-id-twice", false, `"r"`},
		{"same number", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 1, func(c *Chunk) { c.Title = "other" })
		}, "", false, ""},
		{"missing target", func(fsys fstest.MapFS, ids []ID) { put(fsys, 4, supersede("chunk_0099-aaaaaaaa")) }, "missing-target", false, "chunk_0099-aaaaaaaa"},
		{"fork", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 4, supersede(ids[0]))
			put(fsys, 5, supersede(ids[0]))
		}, "fork", true, "--supersedes chunk_0004-"},
		{"fork ended by a chunk", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 6, supersede(put(fsys, 4, supersede(ids[0])), put(fsys, 5, supersede(ids[0]))))
		}, "", false, ""},
		{"fork ended by a tombstone", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 4, supersede(ids[0]))
			entomb(fsys, string(put(fsys, 5, supersede(ids[0]))))
		}, "", false, ""},
		{"ring", func(fsys fstest.MapFS, ids []ID) {
			for i, other := range []string{"chunk_0005", "chunk_0004"} {
				id := []string{"chunk_0004", "chunk_0005"}[i]
				fsys["chunks/"+id+".json"] = &fstest.MapFile{Data: []byte(`{"id":"` + id + `","title":"t","conclusion":"c","supersedes":"` + other + `"}`)}
			}
		}, "supersede-cycle untagged untagged", true, "chunk_0004, chunk_0005"},
		// It is recalled, so it is no ring of which none is.
		{"supersedes itself", func(fsys fstest.MapFS, ids []ID) {
			c := Chunk{ID: "chunk_0004", Epoch: 1, Topic: 4, Node: "M1", Title: "t", Conclusion: "c", Supersedes: []ID{"chunk_0004"}}
			fsys["chunks/chunk_0004.json"] = &fstest.MapFile{Data: c.Encode()}
		}, "bad-value untagged", false, "supersedes itself"},
		{"no main line", func(fsys fstest.MapFS, ids []ID) { nodes(fsys, Node{ID: "M1", State: Paused}) }, "no-main-line", true, "git hfa focus M1"},
		{"every main line tombstoned", func(fsys fstest.MapFS, ids []ID) { nodes(fsys, Node{ID: "M1", State: Tombstoned}) }, "no-main-line", true, "git hfa node add M2"},
		{"two main lines", func(fsys fstest.MapFS, ids []ID) {
			nodes(fsys, Node{ID: "M1", State: Active}, Node{ID: "M2", State: Active})
		}, "many-main-lines", true, "M1 and M2"},
		{"tombstone of nothing", func(fsys fstest.MapFS, ids []ID) {
			entomb(fsys, "chunk_0099-aaaaaaaa")
			entomb(fsys, "S9")
		}, "tombstone-target tombstone-target", false, "S9"},
		{"active main line tombstoned", func(fsys fstest.MapFS, ids []ID) { entomb(fsys, "M1") }, "tombstone-target", true, "git hfa focus"},
		{"row does not follow", func(fsys fstest.MapFS, ids []ID) {
			nodes(fsys, Node{ID: "M1", State: Active}, Node{ID: "S1", State: Paused})
			entomb(fsys, "S1")
		}, "tombstone-row", false, "TOMBSTONED"},
		{"tombstone edited", func(fsys fstest.MapFS, ids []ID) {
			path := entomb(fsys, string(ids[0]))
			fsys[path].Data = []byte(strings.Replace(string(fsys[path].Data), "wrong", "right", 1))
		}, "edited", true, "tombstones/chunk_0001-"},
		{"tombstone renamed", func(fsys fstest.MapFS, ids []ID) {
			path := entomb(fsys, string(ids[0]))
			fsys["tombstones/x.json"] = fsys[path]
			delete(fsys, path)
		}, "wrong-name", true, "git mv tombstones/x.json tombstones/chunk_0001-"},
		{"legacy tombstones", func(fsys fstest.MapFS, ids []ID) {
			fsys[LegacyTombstonesPath] = &fstest.MapFile{Data: []byte("{\"id\":\"chunk_0099\"}\n{bad\n")}
		}, "bad-json tombstone-target", true, "tombstones.jsonl"},
		{"secret", func(fsys fstest.MapFS, ids []ID) {
			put(fsys, 4, func(c *Chunk) { c.Conclusion = "the key is " + "AKIA" + "Q3EGRIJ7ZXKM2NTB" })
		}, "secret", true, "conclusion"},
	} {
		t.Run(test.name, func(t *testing.T) {
			fsys, ids := smallTree()
			test.edit(fsys, ids)
			tree, err := Load(fsys)
			if err != nil {
				t.Fatal(err)
			}
			problems := Verify(tree)
			fails, names := false, test.names == ""
			for _, p := range problems {
				fails = fails || p.Severity == SeverityError
				text := p.Path + " " + p.Message + " " + p.Cure
				names = names || strings.Contains(text, test.names)
				if p.Path == "" || p.Message == "" || p.Cure == "" || strings.Contains(text, "AKIA"+"Q3EG") {
					t.Errorf("incomplete, or it tells the secret: %+v", p)
				}
			}
			if codes(problems) != test.codes || fails != test.fails || !names {
				t.Errorf("got %q (fails: %v), want %q naming %q: %+v", codes(problems), fails, test.codes, test.names, problems)
			}
		})
	}
}

func TestABrokenTombstoneStaysInForce(t *testing.T) {
	fsys, ids := smallTree()
	for _, path := range []string{entomb(fsys, string(ids[1])), entomb(fsys, "S1")} {
		fsys[path].Data = fsys[path].Data[:20]
	}
	tree, err := Load(fsys)
	if err != nil || codes(tree.Problems) != "truncated truncated" {
		t.Fatal(err, tree.Problems)
	}
	if len(tree.Tombstones) != 2 || tree.Tombstones[0].Target != "S1" || tree.Tombstones[1].Target != string(ids[1]) {
		t.Errorf("%+v", tree.Tombstones)
	}
}

func TestVerifyLeavesTheTreeAlone(t *testing.T) {
	fsys, ids := smallTree()
	fsys["chunks/"+string(ids[0])+".json"] = fsys[ChunkPath(1, ids[0])]
	tree, err := Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	a, b := Verify(tree), Verify(tree)
	if string(problemsJSON(t, a)) != string(problemsJSON(t, b)) || len(tree.Problems) > 0 {
		t.Error("Verify must give the same answer twice and leave the tree alone")
	}
}
