package memory

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// example is the chunk that the package text draws.
func example() Chunk {
	return Chunk{
		Schema: 1, Epoch: 1, Topic: 7, Node: "M1",
		Title:      "编码修复",
		HitWords:   []string{"GBK乱码", "编码修复"},
		Conclusion: "使用 UTF-8 写入和解码。",
		Source:     "chat:2026-05-11",
		RequestID:  "release-rule-001",
		Supersedes: []ID{"chunk_0002-p0v8d1xa"},
		CreatedAt:  "2026-05-11T08:30:00.123Z",
	}
}

// The vector was computed with another program from the words of the package
// text.
func TestTagFitsTheFixedVector(t *testing.T) {
	c := example()
	const input = `{"conclusion":"使用 UTF-8 写入和解码。","created_at":"2026-05-11T08:30:00.123Z","epoch":1,"hit_words":["GBK乱码","编码修复"],"node":"M1","request_id":"release-rule-001","schema":1,"source":"chat:2026-05-11","supersedes":["chunk_0002-p0v8d1xa"],"title":"编码修复","topic":7}`
	if got := string(c.tagInput()); got != input {
		t.Errorf("tag input:\n%s\nwant:\n%s", got, input)
	}
	if got := c.ComputeTag(); got != "bj7r7eyk" {
		t.Errorf("tag %s, want bj7r7eyk", got)
	}
	c.Seal(7)
	if c.ID != "chunk_0007-bj7r7eyk" || c.Edited() {
		t.Errorf("sealed as %s, edited %v", c.ID, c.Edited())
	}
	c.Conclusion += "!"
	if !c.Edited() {
		t.Error("an edit does not show")
	}
}

func TestEncodeKeepsItsForm(t *testing.T) {
	plain := example()
	plain.Seal(7)
	golden(t, "chunk.json", plain.Encode())

	least := Chunk{Epoch: 2, Topic: 1, Node: "P1", Title: "t", Conclusion: "c", CreatedAt: plain.CreatedAt}
	least.Seal(12345)
	golden(t, "chunk-least.json", least.Encode())

	odd := example()
	odd.Title = "if a < b && c > d then \"报警\" 😀 \\ \u2028\u007f"
	odd.Conclusion = "line\nline\ttab\r\x00\x1f\b\f"
	odd.Extra = []Member{
		{"zeta", []byte(`{ "b": [1.0, -0, 1E+2], "a": [{"x":"\u4e2d\/\u000a"}, [], {}] }`)},
		{"Title", []byte(`"another key"`)},
		{"empty", []byte(`{}`)},
		{"字", []byte(`null`)},
	}
	odd.Seal(8)
	golden(t, "chunk-odd.json", odd.Encode())
}

func TestLayoutIsNoPartOfTheContent(t *testing.T) {
	c := example()
	c.Seal(7)
	canonical := string(c.Encode())
	for name, text := range map[string]string{
		"BOM":      bom + canonical,
		"CRLF":     strings.ReplaceAll(canonical, "\n", "\r\n"),
		"both":     bom + strings.ReplaceAll(canonical, "\n", "\r\n"),
		"one line": strings.ReplaceAll(canonical, "\n", " "),
		"tabs":     strings.ReplaceAll(canonical, "  ", "\t"),
		"escapes":  strings.ReplaceAll(canonical, "编码", `\u7f16\u7801`),
		"order":    `{"title": "编码修复",` + strings.Replace(canonical[1:], "  \"title\": \"编码修复\",\n", "", 1),
		"no end":   strings.TrimSpace(canonical),
	} {
		got, err := ParseChunk([]byte(text))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !reflect.DeepEqual(got, c) || string(got.Encode()) != canonical || got.Edited() {
			t.Errorf("%s: read as\n%s", name, got.Encode())
		}
	}
}

func TestParseChunkNamesTheCause(t *testing.T) {
	c := example()
	c.Seal(7)
	good := string(c.Encode())
	with := func(old, new string) string {
		t.Helper()
		if !strings.Contains(good, old) {
			t.Fatalf("%q is not in the example", old)
		}
		return strings.Replace(good, old, new, 1)
	}
	utf16 := "\xff\xfe"
	for _, b := range []byte(`{"a":1}`) {
		utf16 += string([]byte{b, 0})
	}
	for _, test := range []struct {
		name, text, code string
		line             int
		says             string
	}{
		{"empty", "", "empty-file", 0, "empty"},
		{"blank", bom + " \r\n", "empty-file", 0, "empty"},
		{"zeros", strings.Repeat("\x00", 100), "truncated", 0, "zero bytes"},
		{"cut", good[:60], "truncated", 0, "ends in the middle"},
		{"lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "lfs-pointer", 1, "git-lfs"},
		{"conflict", "{\n<<<<<<< HEAD\n  \"title\": \"a\"\n=======\n  \"title\": \"b\"\n>>>>>>> topic\n}\n", "conflict-markers", 2, "conflict"},
		{"conflict and GBK", "{\n<<<<<<< HEAD\n\xbb\xe1\n>>>>>>> x\n", "conflict-markers", 2, "conflict"},
		{"GBK", with("使用", "\xbb\xe1\xbb\xb0\xd7\xdc\xbd\xe1"), "not-utf8", 9, "GBK"},
		{"Latin 1", with("使用", "caf\xe9"), "not-utf8", 9, "ISO-8859-1"},
		{"UTF-16", utf16, "not-utf8", 1, "is UTF-16LE, not UTF-8"},
		{"UTF-16 without mark", utf16[2:], "not-utf8", 1, "likely UTF-16LE"},
		{"zero byte", with("使用", "a\x00b"), "zero-byte", 9, "zero byte"},
		{"zero byte and GBK", with("使用", "\x00\xbb\xe1\xbb\xb0"), "not-utf8", 9, "not UTF-8"},
		{"zeros behind", good + strings.Repeat("\x00", 40), "truncated", 15, "ends in zero bytes"},
		{"surrogate", with("使用", `\ud83d`), "lone-surrogate", 9, "surrogate"},
		{"duplicate", with("\"topic\": 7", "\"epoch\": 1"), "duplicate-key", 5, `"epoch"`},
		{"duplicate escaped", with("\"topic\": 7", "\"\\u0065poch\": 1"), "duplicate-key", 5, `"epoch"`},
		{"duplicate deep", with("\"topic\": 7", "\"topic\": 7, \"x\": [{\"a\": 1, \"a\": 2}]"), "duplicate-key", 5, `"a"`},
		{"other case", with("\"title\"", "\"Title\""), "missing-key", 0, `"title"`},
		{"list", "[]", "wrong-type", 1, "an object"},
		{"text behind", good + "{}", "bad-json", 15, "behind the end"},
		{"comma", with("7,", "7"), "bad-json", 0, "not JSON"},
		{"title number", with(`"编码修复",`, "7,"), "wrong-type", 7, `"title" must be a string, not a number`},
		{"epoch text", with(`"epoch": 1`, `"epoch": "1"`), "wrong-type", 4, `"epoch"`},
		{"epoch 1.0", with(`"epoch": 1`, `"epoch": 1.0`), "wrong-type", 4, "plain digits"},
		{"epoch 1e0", with(`"epoch": 1`, `"epoch": 1e0`), "wrong-type", 4, "plain digits"},
		{"epoch 0", with(`"epoch": 1`, `"epoch": 0`), "wrong-type", 4, "from 1"},
		{"epoch huge", with(`"epoch": 1`, `"epoch": 99999999999999999999`), "wrong-type", 4, "from 1"},
		{"hit word null", with(`"GBK乱码"`, "null"), "wrong-type", 8, `"hit_words"`},
		{"source null", with(`"chat:2026-05-11"`, "null"), "wrong-type", 10, `"source"`},
		{"supersedes string", with(`["chunk_0002-p0v8d1xa"]`, `"chunk_0002-p0v8d1xa"`), "wrong-type", 12, `"supersedes"`},
		{"supersedes object", with(`["chunk_0002-p0v8d1xa"]`, `{}`), "wrong-type", 12, `"supersedes"`},
		{"supersedes prefix", with(`chunk_0002-p0v8d1xa`, `chunk_0002-p0v`), "wrong-type", 12, `"chunk_0002-p0v"`},
		{"id upper", with("chunk_0007", "Chunk_0007"), "wrong-type", 3, `"Chunk_0007`},
		{"node", with(`"M1"`, `"X1"`), "wrong-type", 6, `"X1"`},
		{"no schema", with(`  "schema": 1,`+"\n", ""), "missing-key", 0, `"schema"`},
		{"schema 0", with(`"schema": 1`, `"schema": 0`), "wrong-type", 2, `"schema"`},
		{"empty time", with(`2026-05-11T08:30:00.123Z`, ""), "missing-key", 0, "created_at"},
		{"deep", with(`"schema": 1`, `"schema": 1, "x": `+strings.Repeat("[", 65)+strings.Repeat("]", 65)), "too-deep", 2, "64"},
		{"large", with(`"schema": 1`, `"schema": 1, "x": "`+strings.Repeat("x", 1<<20)+`"`), "too-large", 0, "limit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := ParseChunk([]byte(test.text))
			var fe *FileError
			if !errors.As(err, &fe) || !errors.Is(err, ErrCorrupt) {
				t.Fatalf("error %v", err)
			}
			if fe.Code != test.code || !strings.Contains(fe.Message, test.says) || fe.Cure == "" {
				t.Errorf("%+v, want code %s with %q and a cure", fe, test.code, test.says)
			}
			if test.line > 0 && fe.Line != test.line {
				t.Errorf("line %d, want %d: %v", fe.Line, test.line, fe)
			}
		})
	}
}

func TestNewerSchemaIsRefusedWithAHint(t *testing.T) {
	for _, text := range []string{
		`{"schema": 2}`,
		`{"title": {"en": "x"}, "hit_words": 7, "schema": 2}`,
		`{"id": 7, "schema": 3, "x": [[[]]]}`,
	} {
		_, err := ParseChunk([]byte(text))
		var fe *FileError
		if !errors.Is(err, ErrNewer) || !errors.As(err, &fe) || !strings.Contains(fe.Cure, "update git-hfa") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestChunkOfVersion22GetsDefaults(t *testing.T) {
	for _, test := range []struct {
		text string
		want Chunk
	}{
		{`{"id":"chunk_0003","title":"t","conclusion":"c"}`,
			Chunk{ID: "chunk_0003", Epoch: 1, Topic: 3, Node: "M1", Title: "t", Conclusion: "c"}},
		{`{"id":"chunk_0003","title":"t","conclusion":"c","supersedes":"chunk_0001","epoch":2,"topic":9,"tags":["a"]}`,
			Chunk{ID: "chunk_0003", Epoch: 2, Topic: 9, Node: "M1", Title: "t", Conclusion: "c", Supersedes: []ID{"chunk_0001"}, Extra: []Member{{"tags", []byte(`["a"]`)}}}},
		{`{"id":"chunk_0003","title":"t","conclusion":"c","supersedes":["chunk_0001","chunk_0002"],"source":null,"node":"S1"}`,
			Chunk{ID: "chunk_0003", Epoch: 1, Topic: 3, Node: "S1", Title: "t", Conclusion: "c", Supersedes: []ID{"chunk_0001", "chunk_0002"}}},
		{`{"id":"chunk_0003","title":"t","conclusion":"c","supersedes":"","hit_words":[]}`,
			Chunk{ID: "chunk_0003", Epoch: 1, Topic: 3, Node: "M1", Title: "t", Conclusion: "c"}},
	} {
		got, err := ParseChunk([]byte(test.text))
		if err != nil || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s:\ngot  %+v, %v\nwant %+v", test.text, got, err, test.want)
			continue
		}
		again, err := ParseChunk(got.Encode())
		if err != nil || !reflect.DeepEqual(again, got) {
			t.Errorf("%s: written and read again as %+v, %v", test.text, again, err)
		}
	}
}

// drawChunk makes any chunk that may be written, sealed.
func drawChunk(t *rapid.T) Chunk {
	text := func(label string, limit int) string {
		return rapid.StringN(1, limit, -1).Draw(t, label)
	}
	c := Chunk{
		Schema:     Schema,
		Epoch:      rapid.IntRange(1, 999).Draw(t, "epoch"),
		Topic:      rapid.IntRange(1, 999).Draw(t, "topic"),
		Node:       NodeID(rapid.SampledFrom([]string{"M1", "S12", "P2"}).Draw(t, "node")),
		Title:      text("title", MaxTitle),
		Conclusion: text("conclusion", 300),
		CreatedAt:  "2026-05-11T08:30:00.123Z",
		Source:     rapid.String().Draw(t, "source"),
		RequestID:  rapid.String().Draw(t, "request id"),
	}
	for range rapid.IntRange(0, 3).Draw(t, "hit words") {
		c.HitWords = append(c.HitWords, text("hit word", MaxHitWord))
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "links") {
		c.Supersedes = append(c.Supersedes, newID(i, "p0v8d1xa"))
	}
	for i := range rapid.IntRange(0, 3).Draw(t, "extra") {
		value := rapid.SampledFrom([]string{`1.0`, `[1,[2]]`, `{"a":{"b":null}}`, `"中\n"`, `false`}).Draw(t, "value")
		c.Extra = append(c.Extra, Member{string(rune('a'+i)) + rapid.StringMatching(`[a-z中_]{0,5}`).Draw(t, "key"), []byte(value)})
	}
	c.Extra = sortMembers(c.Extra, isChunkKey)
	c.Seal(rapid.IntRange(1, 99999).Draw(t, "number"))
	return c
}

func TestWhatIsWrittenIsReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := drawChunk(t)
		data := c.Encode()
		got, err := ParseChunk(data)
		if err != nil {
			t.Fatalf("%v\n%s", err, data)
		}
		if !reflect.DeepEqual(got, c) {
			t.Fatalf("read back as\n%+v\nnot\n%+v", got, c)
		}
		if !bytes.Equal(got.Encode(), data) || got.Edited() || got.Check() != nil {
			t.Fatalf("not a fixed point, or edited: %v\n%s", got.Check(), data)
		}
	})
}

func TestTheTagCoversEveryField(t *testing.T) {
	for name, edit := range map[string]func(*Chunk){
		"schema":     func(c *Chunk) { c.Schema = 2 },
		"epoch":      func(c *Chunk) { c.Epoch++ },
		"topic":      func(c *Chunk) { c.Topic++ },
		"node":       func(c *Chunk) { c.Node = "M2" },
		"title":      func(c *Chunk) { c.Title += "." },
		"hit words":  func(c *Chunk) { c.HitWords = c.HitWords[:1] },
		"none":       func(c *Chunk) { c.HitWords = nil },
		"conclusion": func(c *Chunk) { c.Conclusion = "x" },
		"source":     func(c *Chunk) { c.Source = "" },
		"request id": func(c *Chunk) { c.RequestID = "" },
		"supersedes": func(c *Chunk) { c.Supersedes = nil },
		"time":       func(c *Chunk) { c.CreatedAt = "2026-05-11T08:30:00.124Z" },
		"extra":      func(c *Chunk) { c.Extra = []Member{{"x", []byte("1")}} },
	} {
		a, b := example(), example()
		edit(&b)
		if a.ComputeTag() == b.ComputeTag() {
			t.Errorf("an edit of %s leaves the tag", name)
		}
	}
}

func TestDifferencesNamesTheKeys(t *testing.T) {
	for _, test := range []struct {
		name string
		edit func(*Chunk)
		keys string
	}{
		{"itself", func(*Chunk) {}, ""},
		{"number, time, place", func(c *Chunk) {
			c.ID, c.CreatedAt, c.Epoch, c.Topic, c.RequestID = "chunk_0009-00000000", "x", 9, 9, "y"
		}, ""},
		{"order of hit words", func(c *Chunk) { c.HitWords = []string{"编码修复", "GBK乱码", "GBK乱码"} }, ""},
		{"extra", func(c *Chunk) { c.Extra = []Member{{"x", []byte("1")}} }, ""},
		{"title", func(c *Chunk) { c.Title = "x" }, "title"},
		{"several", func(c *Chunk) { c.Node, c.HitWords, c.Conclusion, c.Source, c.Supersedes = "M2", nil, "", "", nil }, "node hit_words conclusion source supersedes"},
	} {
		a, b := example(), example()
		test.edit(&b)
		if got := strings.Join(a.Differences(&b), " "); got != test.keys {
			t.Errorf("%s: differs in %q, want %q", test.name, got, test.keys)
		}
	}
	composed, decomposed := example(), example()
	composed.Title, decomposed.Title = "caf\u00e9", "cafe\u0301"
	if len(composed.Differences(&decomposed)) > 0 {
		t.Error("texts that are equal after NFC differ")
	}
}

func TestCheckStatesTheLimit(t *testing.T) {
	for _, test := range []struct {
		name string
		edit func(*Chunk)
		says string // "" for good
	}{
		{"good", func(*Chunk) {}, ""},
		{"title of 200", func(c *Chunk) { c.Title = strings.Repeat("中", 200) }, ""},
		{"title of 201", func(c *Chunk) { c.Title = strings.Repeat("中", 201) }, "title has 201 characters; the limit is 200"},
		{"conclusion", func(c *Chunk) { c.Conclusion = strings.Repeat("x", 4001) }, "the limit is 4000"},
		{"hit word", func(c *Chunk) { c.HitWords = []string{strings.Repeat("x", 65)} }, "the limit is 64"},
		{"hit words", func(c *Chunk) { c.HitWords = make([]string, 9) }, "9 hit words; the limit is 8"},
		{"empty hit word", func(c *Chunk) { c.HitWords = []string{""} }, "empty"},
		{"no hit word", func(c *Chunk) { c.HitWords = nil }, ""},
		{"no title", func(c *Chunk) { c.Title = "" }, "needs a title"},
		{"bad UTF-8", func(c *Chunk) { c.Source = "\xff" }, "source is not UTF-8"},
		{"time", func(c *Chunk) { c.CreatedAt = "2026-05-11" }, "created_at"},
		{"time in a zone", func(c *Chunk) { c.CreatedAt = "2026-05-11T08:30:00.123+08:00" }, "created_at"},
		{"time with a comma", func(c *Chunk) { c.CreatedAt = "2026-05-11T08:30:00,123Z" }, "created_at"},
		{"node", func(c *Chunk) { c.Node = "m1" }, "node id"},
		{"epoch", func(c *Chunk) { c.Epoch = 0 }, "epoch 0"},
		{"link", func(c *Chunk) { c.Supersedes = []ID{"7"} }, "supersedes"},
		{"link twice", func(c *Chunk) { c.Supersedes = []ID{"chunk_0001", "chunk_0001"} }, "twice"},
		{"itself", func(c *Chunk) { c.Supersedes = []ID{c.ID} }, "itself"},
		{"key of ours", func(c *Chunk) { c.Extra = []Member{{"id", []byte("1")}} }, `"id"`},
		{"bad value", func(c *Chunk) { c.Extra = []Member{{"x", []byte("{")}} }, "not JSON"},
		{"depth of 64", func(c *Chunk) {
			c.Extra = []Member{{"x", []byte(strings.Repeat("[", 64) + "1" + strings.Repeat("]", 64))}}
		}, ""},
		{"depth of 65", func(c *Chunk) { c.Extra = []Member{{"x", []byte(strings.Repeat("[", 65) + strings.Repeat("]", 65))}} }, "64"},
	} {
		c := example()
		c.Seal(7)
		test.edit(&c)
		err := c.Check()
		if (err == nil) != (test.says == "") || err != nil && !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: %v, want %q", test.name, err, test.says)
		}
		var limit *LimitError
		if strings.Contains(test.says, "limit") && !errors.As(err, &limit) {
			t.Errorf("%s: %v is no *LimitError", test.name, err)
		}
	}
}

func FuzzParseChunk(f *testing.F) {
	c := example()
	c.Extra = []Member{{"x", []byte(`{"b":1.50,"a":[[],{"c":"\u0001"}]}`)}}
	c.Seal(7)
	f.Add(c.Encode())
	f.Add([]byte(bom + `{"id":"chunk_0003","title":"\u4e2d","conclusion":"\/","supersedes":"chunk_0001","source":null}`))
	f.Add([]byte("{\n<<<<<<< HEAD\n"))
	f.Add([]byte(`{"schema":1,"schema":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ParseChunk(data)
		if err != nil {
			var fe *FileError
			if !errors.As(err, &fe) || fe.Code == "" || fe.Message == "" {
				t.Fatalf("an error without code: %#v", err)
			}
			return
		}
		encoded := c.Encode()
		again, err := ParseChunk(encoded)
		if err != nil || !reflect.DeepEqual(again, c) {
			t.Fatalf("written and read again as %+v, %v\nnot %+v\n%s", again, err, c, encoded)
		}
		if !bytes.Equal(again.Encode(), encoded) || again.ComputeTag() != c.ComputeTag() {
			t.Fatalf("no fixed point:\n%s\n%s", encoded, again.Encode())
		}
		crlf, err := ParseChunk(bytes.ReplaceAll(encoded, []byte("\n"), []byte("\r\n\t")))
		if err != nil || crlf.ComputeTag() != c.ComputeTag() {
			t.Fatalf("the layout changes the tag: %v", err)
		}
		if block := c.Block("chunk_0007"); !strings.HasPrefix(block, "## chunk_0007") || !strings.HasSuffix(block, "\n") {
			t.Fatalf("block %q", block)
		}
	})
}
