package memory

import (
	"bytes"
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

const chineseDirectory = bom + `# 项目目录

说明文字 | 不是表格

` + "```" + `
| ID | Path | Status |
|---|---|---|
| M9 | in/code.md | ACTIVE |
` + "```" + `
<!--
| ID | Path | Status |
|---|---|---|
| M8 | in/comment.md | ACTIVE |
-->

| 编号 | 路径 | 状态 | 命中词 | 负责人 | 备注 |
| :--- |:---:| ---: |---|---|---|
| M1 | main/m1.md | 进行中 | GBK乱码，编码修复、utf-8;encoding | 张三 | 主线 |
|  **S1**  | ` + "`branches/s1.md`" + ` | 归档 |  | | a \| b \\ c\d |
| | | | | | |
| P1 | [画像](profile/p1.md) | 暂停 |||偏好|

| 别的 | 表格 |
|---|---|
| M1 | x |

结尾 | 文字
`

func TestChineseDirectoryIsReadAndKept(t *testing.T) {
	for _, eol := range []string{"\n", "\r\n"} {
		text := strings.ReplaceAll(chineseDirectory, "\n", eol)
		d, err := ParseDirectory([]byte(text))
		if err != nil {
			t.Fatal(err)
		}
		want := []Node{
			{ID: "M1", Path: "main/m1.md", State: Active, HitWords: []string{"GBK乱码", "编码修复", "utf-8", "encoding"}, Note: "主线"},
			{ID: "S1", Path: "branches/s1.md", State: Tombstoned, Note: `a | b \ c\d`},
			{ID: "P1", Path: "profile/p1.md", State: Paused, Note: "偏好"},
		}
		if got := d.Nodes(); !reflect.DeepEqual(got, want) {
			t.Errorf("got  %+v\nwant %+v", got, want)
		}
		if string(d.Encode()) != text {
			t.Errorf("the text changed:\n%q", d.Encode())
		}
		for _, n := range want {
			d.Put(n)
		}
		if string(d.Encode()) != text {
			t.Errorf("putting what is there changed the text:\n%q", d.Encode())
		}
		if n, err := d.Active(); err != nil || n.ID != "M1" {
			t.Errorf("active %v, %v", n, err)
		}
		d.Put(Node{ID: "M2", Path: "main/m2.md", State: Paused, Note: "二"})
		row := "| M2 | main/m2.md | PAUSED |  |  | 二 |" + eol
		before, after, found := strings.Cut(text, "|  **S1**  |")
		if want := before + row + "|  **S1**  |" + after; !found || string(d.Encode()) != want {
			t.Errorf("after a new row:\n%s\nwant:\n%s", d.Encode(), want)
		}
		n, _ := d.Node("S1")
		n.State = Paused
		d.Put(n)
		if got := string(d.Encode()); got != strings.Replace(before+row+"|  **S1**  |"+after, " 归档 ", " PAUSED ", 1) {
			t.Errorf("more than one cell changed:\n%s", got)
		}
	}
}

func TestNewDirectory(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		d := NewDirectory(lang)
		for _, n := range []Node{
			{ID: "P1", Path: "profile/p1.md", State: Active, Note: "Profile"},
			{ID: "M10", Path: "main/m10.md", State: Paused, Note: "pipe | and \\ and\nline"},
			{ID: "M1", Path: "main/m1.md", State: Active, HitWords: []string{"GBK乱码", "a,b; c", " x "}},
			{ID: "S2", Path: "branches/s2.md", State: Tombstoned},
			{ID: "m3", Path: "never"},
		} {
			d.Put(n)
		}
		golden(t, "directory-"+lang+".md", d.Encode())
		again, err := ParseDirectory(d.Encode())
		if err != nil || !reflect.DeepEqual(again.Nodes(), d.Nodes()) {
			t.Errorf("read back as %+v, %v\nnot %+v", again.Nodes(), err, d.Nodes())
		}
	}
}

func TestRowsGoToTheTableOfTheirKind(t *testing.T) {
	const head = "| ID | Path | Status |\n|---|---|---|\n"
	d, err := ParseDirectory([]byte("main\n\n" + head + "| M1 | a | ACTIVE |\n\nside\n\n" + head + "| S2 | b | PAUSED |"))
	if err != nil {
		t.Fatal(err)
	}
	d.Put(Node{ID: "S3", Path: "c", State: Paused})
	d.Put(Node{ID: "S1", Path: "d", State: Paused})
	d.Put(Node{ID: "M2", Path: "e", State: Paused})
	want := "main\n\n" + head + "| M1 | a | ACTIVE |\n| M2 | e | PAUSED |\n\nside\n\n" + head +
		"| S1 | d | PAUSED |\n| S2 | b | PAUSED |\n| S3 | c | PAUSED |\n"
	if got := string(d.Encode()); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestDirectoryErrorsNameLineAndNode(t *testing.T) {
	const head = "# L0\n\n| ID | Path | Status | Hit words | Note |\n|---|---|---|---|---|\n"
	const m1 = "| M1 | main/m1.md | ACTIVE | | |\n"
	for _, test := range []struct {
		name, text, code string
		line             int
		says             string
	}{
		{"no table", "# L0\n", "bad-directory", 0, "no table"},
		{"empty", "", "empty-file", 0, "empty"},
		{"twice", head + m1 + "| S1 | x | PAUSED | | |\n" + strings.Replace(m1, "ACTIVE", "TOMBSTONED", 1), "duplicate-id", 7, "M1 stands in lines 5 and 7"},
		{"too few", head + "| M1 | main/m1.md | ACTIVE | |\n", "bad-directory", 5, "4 cells, the heading has 5"},
		{"too many", head + "| M1 | main/m1.md | ACTIVE | | a | b |\n", "bad-directory", 5, `6 cells`},
		{"id", head + "| X1 | main/m1.md | ACTIVE | | |\n", "bad-directory", 5, `"X1"`},
		{"no id", head + "| | main/m1.md | ACTIVE | | |\n", "bad-directory", 5, `""`},
		{"state", head + "| M1 | main/m1.md | DONE | | |\n", "bad-directory", 5, `"DONE"`},
		{"no delimiter", "| ID | Path | Status |\n| M1 | a | ACTIVE |\n", "bad-directory", 2, "|---|"},
		{"short delimiter", "| ID | Path | Status |\n|---|---|\n", "bad-directory", 2, "2 cells"},
		{"empty line between rows", head + m1 + "\n| S1 | x | PAUSED | | |\n", "bad-directory", 7, "the row of S1 stands outside"},
		{"comment between rows", head + m1 + "<!-- | S2 | x | PAUSED | | | -->\n| S1 | x | PAUSED | | |\n", "bad-directory", 7, "the row of S1 stands outside"},
		{"text between rows", head + m1 + "text\n| **S1** | x | ? | | |\n", "bad-directory", 7, "the row of S1 stands outside"},
		{"full-width pipes", head + m1 + "｜ S1 ｜ x ｜ PAUSED ｜ ｜ ｜\n", "bad-directory", 6, "the row of S1 stands outside"},
		{"cut-off row above a delimiter", head + m1 + "\n| S1 | x | PAUSED | | |\n|---|---|---|---|---|\n", "bad-directory", 7, "the row of S1 stands outside"},
		{"conflict", head + "<<<<<<< HEAD\n" + m1 + "=======\n" + m1 + ">>>>>>> x\n", "conflict-markers", 5, "conflict"},
		{"GBK", head + "| M1 | a | ACTIVE | | \xbb\xe1\xbb\xb0 |\n", "not-utf8", 5, "GBK"},
	} {
		_, err := ParseDirectory([]byte(test.text))
		var fe *FileError
		if !errors.As(err, &fe) || !errors.Is(err, ErrCorrupt) || fe.Code != test.code || fe.Line != test.line || !strings.Contains(fe.Message, test.says) || fe.Cure == "" {
			t.Errorf("%s: %#v", test.name, err)
		}
	}
}

func TestTextAroundTheTableIsNoNode(t *testing.T) {
	const table = "| ID | Path | Status |\n|---|---|---|\n| M1 | a | ACTIVE |\n"
	for name, text := range map[string]string{
		"comment behind the rows": table + "<!-- | S1 | b | PAUSED | -->\n",
		"code behind the rows":    table + "```\n| S1 | b | PAUSED |\n```\n",
		"comment of many lines":   "<!--\n" + table + "-->\n" + table,
		"another table":           table + "\n| Who | When | What |\n|---|---|---|\n| S1 | today | PAUSED |\n",
		"a sentence with pipes":   table + "\nM1 | S1 | P1 | and so on\n",
		"before the table":        "S1 | b | PAUSED\n\n" + table,
	} {
		d, err := ParseDirectory([]byte(text))
		if err != nil || len(d.Nodes()) != 1 {
			t.Errorf("%s: %v", name, err)
			continue
		}
		d.Put(Node{ID: "M2", Path: "c", State: Paused})
		if want := strings.Replace(text, table, table+"| M2 | c | PAUSED |\n", 1); name != "comment of many lines" && string(d.Encode()) != want {
			t.Errorf("%s: a new row gives\n%s", name, d.Encode())
		}
	}
}

func TestActiveNamesTheCure(t *testing.T) {
	for _, test := range []struct {
		active []string
		says   string
	}{
		{nil, "git hfa focus M1"},
		{[]string{"M1", "M2"}, "M1 and M2 in directory.md are ACTIVE; keep one: git hfa focus M1"},
	} {
		d := NewDirectory("en")
		for _, id := range []string{"M1", "M2", "M3"} {
			state := Paused
			if slices.Contains(test.active, id) {
				state = Active
			}
			d.Put(Node{ID: NodeID(id), Path: "x", State: state})
		}
		if _, err := d.Active(); !errors.Is(err, ErrMainLine) || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%v: %v", test.active, err)
		}
	}
	if _, err := NewDirectory("en").Active(); !errors.Is(err, ErrMainLine) || !strings.Contains(err.Error(), "git hfa node add M1") {
		t.Errorf("an empty directory: %v", err)
	}
	closed := NewDirectory("en")
	closed.Put(Node{ID: "M7", Path: "x", State: Tombstoned})
	if p := closed.MainLineProblem(); p == nil || p.Code != "no-main-line" || p.Cure != "git hfa node add M8 --title TITLE" || !strings.Contains(p.Message, p.Cure) {
		t.Errorf("a directory in which every main line is tombstoned: %+v", p)
	}
}

// drawNode makes a node whose note and hit words may hold anything.
func drawNode(t *rapid.T) Node {
	nasty := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.SampledFrom([]rune("|\\&#38;,，、； \t\n\r`*-<>a中"))))
	n := Node{
		ID:    NodeID(rapid.StringMatching(`[MSP][1-9]`).Draw(t, "id")),
		Path:  rapid.StringMatching(`[a-z]{1,5}/[a-z0-9]{1,5}\.md`).Draw(t, "path"),
		State: rapid.SampledFrom([]State{Active, Paused, Tombstoned}).Draw(t, "state"),
		Note:  nasty.Draw(t, "note"),
	}
	for _, w := range rapid.SliceOfN(nasty, 0, 4).Draw(t, "hit words") {
		if w = strings.TrimSpace(w); w != "" {
			n.HitWords = append(n.HitWords, w)
		}
	}
	return n
}

func TestDirectoryIsAMapOfNodes(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d, err := ParseDirectory([]byte(rapid.SampledFrom([]string{
			chineseDirectory, strings.ReplaceAll(chineseDirectory, "\n", "\r\n"), string(NewDirectory("en").Encode()),
			"ID|Path|Status|Hit words|Note\n-|-|-|-|-\nM3|a/b.md|ACTIVE||x",
		}).Draw(t, "text")))
		if err != nil {
			t.Fatal(err)
		}
		want := map[NodeID]Node{}
		for _, n := range d.Nodes() {
			want[n.ID] = n
		}
		for range rapid.IntRange(1, 8).Draw(t, "puts") {
			before := d.Encode()
			n := drawNode(t)
			_, there := want[n.ID]
			d.Put(n)
			want[n.ID] = n
			checkOneLineChanged(t, before, d.Encode(), there)
			if rapid.Bool().Draw(t, "read anew") {
				if d, err = ParseDirectory(d.Encode()); err != nil {
					t.Fatal(err)
				}
			}
		}
		got := map[NodeID]Node{}
		for _, n := range d.Nodes() {
			got[n.ID] = n
		}
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got  %+v\nwant %+v\n%s", got, want, d.Encode())
		}
	})
}

type failer interface {
	Helper()
	Fatalf(string, ...any)
}

// checkOneLineChanged: a Put replaces at most one line, or inserts one. A
// last line without end may get one.
func checkOneLineChanged(t failer, before, after []byte, replaced bool) {
	t.Helper()
	a, b := bytes.SplitAfter(before, []byte("\n")), bytes.SplitAfter(after, []byte("\n"))
	same := func(x, y []byte) bool { return bytes.Equal(x, y) || bytes.Equal(x, bytes.TrimRight(y, "\r\n")) }
	if replaced {
		changed := 0
		for i := range a {
			if len(a) != len(b) || !same(a[i], b[i]) {
				changed++
			}
		}
		if changed > 1 {
			t.Fatalf("%d lines changed:\n%s\nbefore:\n%s", changed, after, before)
		}
		return
	}
	i := 0
	for i < len(a) && i < len(b) && same(a[i], b[i]) {
		i++
	}
	rest := b[min(i+1, len(b)):]
	for _, line := range a[min(i, len(a)):] {
		if len(rest) == 0 && len(line) == 0 {
			return
		}
		if len(rest) == 0 || !same(line, rest[0]) {
			t.Fatalf("more than one line was added:\n%s\nbefore:\n%s", after, before)
		}
		rest = rest[1:]
	}
}

func TestTheOrderOfPutsLeavesTheSameText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		nodes := rapid.SliceOfNDistinct(rapid.Custom(drawNode), 1, 6, func(n Node) NodeID { return n.ID }).Draw(t, "nodes")
		a, b := NewDirectory("en"), NewDirectory("en")
		for _, n := range nodes {
			a.Put(n)
		}
		for _, n := range rapid.Permutation(nodes).Draw(t, "order") {
			b.Put(n)
		}
		if !bytes.Equal(a.Encode(), b.Encode()) {
			t.Fatalf("%s\n%s", a.Encode(), b.Encode())
		}
	})
}

func FuzzParseDirectory(f *testing.F) {
	f.Add([]byte(chineseDirectory), "note | \\ \n&#38;")
	f.Add(NewDirectory("zh").Encode(), "x")
	f.Add([]byte("ID|Path|Status\n-|-|-\nM1|\\|ACTIVE"), "")
	f.Fuzz(func(t *testing.T, data []byte, note string) {
		d, err := ParseDirectory(data)
		if err != nil {
			var fe *FileError
			if !errors.As(err, &fe) || fe.Code == "" {
				t.Fatalf("an error without code: %#v", err)
			}
			return
		}
		if !bytes.Equal(d.Encode(), data) {
			t.Fatalf("reading changed the text:\n%q\n%q", d.Encode(), data)
		}
		for _, id := range []NodeID{"M1", "S99"} {
			before := d.Encode()
			n, there := d.Node(id)
			n.ID, n.State, n.Note = id, Paused, note
			d.Put(n)
			checkOneLineChanged(t, before, d.Encode(), there)
			again, err := ParseDirectory(d.Encode())
			if err != nil || !reflect.DeepEqual(again.Nodes(), d.Nodes()) {
				t.Fatalf("%v: read back as %+v\nnot %+v\n%q", err, again, d.Nodes(), d.Encode())
			}
		}
	})
}
