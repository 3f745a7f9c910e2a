package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func ours(raw []byte) bool { return bytes.Contains(raw, []byte("hfa-hook")) }

const group = `{"hooks":[{"type":"command","command":"hfa-hook"}]}`

func TestEditsFollowTheFileTheyFind(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"empty object", "{}", "{\n  \"hooks\": {\n    \"Stop\": [\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"hfa-hook\"\n          }\n        ]\n      }\n    ]\n  }\n}"},
		{"one line", `{"a":1}`, `{"a":1,"hooks":{"Stop":[` + group + `]}}`},
		{"tabs, CRLF, a comment behind the last value", "{\r\n\t\"a\": 1 // why\r\n}\r\n", "{\r\n\t\"a\": 1, // why\r\n\t\"hooks\": {\r\n\t\t\"Stop\": [\r\n\t\t\t{\r\n\t\t\t\t\"hooks\": [\r\n\t\t\t\t\t{\r\n\t\t\t\t\t\t\"type\": \"command\",\r\n\t\t\t\t\t\t\"command\": \"hfa-hook\"\r\n\t\t\t\t\t}\r\n\t\t\t\t]\r\n\t\t\t}\r\n\t\t]\r\n\t}\r\n}\r\n"},
		{"trailing comma", "{\n  \"hooks\": {\n    \"Stop\": [\n      1,\n    ],\n  },\n}\n", "{\n  \"hooks\": {\n    \"Stop\": [\n      1,\n      {\n        \"hooks\": [\n          {\n            \"type\": \"command\",\n            \"command\": \"hfa-hook\"\n          }\n        ]\n      },\n    ],\n  },\n}\n"},
		{"elements in the line of the bracket", "{\n  \"hooks\": {\"Stop\": [1, 2]}\n}\n", "{\n  \"hooks\": {\"Stop\": [1, 2, " + group + "]}\n}\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := Append([]byte(tt.text), []string{"hooks", "Stop"}, group)
			if err != nil || string(got) != tt.want {
				t.Errorf("%v\n%s\nwant\n%s", err, got, tt.want)
			}
			back, n, err := Remove(got, []string{"hooks", "Stop"}, ours)
			if err != nil || n != 1 || string(back) != tt.text {
				t.Errorf("taken out %d, %v\n%q\nwant\n%q", n, err, back, tt.text)
			}
		})
	}
}

// file draws settings with comments, odd layouts and values of others.
func file(t *rapid.T) string {
	nl := rapid.SampledFrom([]string{"\n", "\r\n"}).Draw(t, "newline")
	indent := rapid.SampledFrom([]string{"  ", "    ", "\t"}).Draw(t, "indent")
	comment := func(label string) string {
		return rapid.SampledFrom([]string{"", "", " // a note, with \"quotes\" and {", " /* , */"}).Draw(t, label)
	}
	list := func(inner []string, open, closing, in string) string {
		if len(inner) == 0 {
			return open + closing
		}
		var b strings.Builder
		b.WriteString(open + comment("open") + nl)
		for i, s := range inner {
			comma := ","
			if i == len(inner)-1 && !rapid.Bool().Draw(t, "trailing comma") {
				comma = ""
			}
			b.WriteString(in + indent + s + comma + comment("item") + nl)
		}
		return b.String() + in + closing
	}
	value := func() string {
		return rapid.SampledFrom([]string{"1", `"x, ] }"`, "null", `{"a": [1, 2]}`, `"\"//"`}).Draw(t, "value")
	}
	var stop, hooks, top []string
	for range rapid.IntRange(0, 3).Draw(t, "groups") {
		stop = append(stop, rapid.SampledFrom([]string{`{"command": "other"}`, `{"hooks": [{"command": "x"}]}`}).Draw(t, "group"))
	}
	for range rapid.IntRange(0, 2).Draw(t, "events") {
		hooks = append(hooks, `"E": `+value())
	}
	if rapid.Bool().Draw(t, "has Stop") && len(stop) > 0 {
		hooks = append(hooks, `"Stop": `+list(stop, "[", "]", indent+indent))
	}
	for range rapid.IntRange(0, 2).Draw(t, "members") {
		top = append(top, `"m": `+value())
	}
	if rapid.Bool().Draw(t, "has hooks") && len(hooks) > 0 {
		top = append(top, `"hooks": `+list(hooks, "{", "}", indent))
	}
	if len(top) == 0 {
		top = append(top, `"m": 1`)
	}
	return comment("first") + nl + list(top, "{", "}", "") + nl
}

func TestWhatIsPutInComesOutToTheByte(t *testing.T) {
	path := []string{"hooks", "Stop"}
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(file(t))
		if _, err := parse(text); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		with, err := Append(text, path, group)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		found := Elements(with, path)
		if len(found) != len(Elements(text, path))+1 || !ours(found[len(found)-1]) {
			t.Fatalf("it is not there:\n%s", with)
		}
		back, n, err := Remove(with, path, ours)
		if err != nil || n != 1 || !bytes.Equal(back, text) {
			t.Fatalf("taken out %d, %v:\n%q\nwas\n%q\nwith\n%q", n, err, back, text, with)
		}
	})
}

func TestEveryEditLeavesAFileThatIsStillOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := []byte(file(t))
		pick := rapid.SampledFrom([]string{"other", "x", "null", "1"}).Draw(t, "pick")
		out, _, err := Remove(text, []string{"hooks", "Stop"}, func(raw []byte) bool { return bytes.Contains(raw, []byte(pick)) })
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if _, err := parse(out); err != nil {
			t.Fatalf("%v\n%s\nof\n%s", err, out, text)
		}
		for _, note := range []string{"// a note", "/* , */"} {
			if strings.Count(string(out), note) < strings.Count(string(text), note)-strings.Count(string(text), `"Stop"`)*8 {
				t.Fatalf("a comment is gone:\n%s\nof\n%s", out, text)
			}
		}
	})
}

func TestAStrangeShapeIsNotTouched(t *testing.T) {
	for _, text := range []string{`{"hooks":[]}`, `{"hooks":"x"}`, `{"hooks":{"Stop":{}}}`} {
		if _, err := Append([]byte(text), []string{"hooks", "Stop"}, group); !errors.Is(err, ErrShape) {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"", "{", `{"a" 1}`, `{"a":1 "b":2}`, "{/*", `{"a":tru}`, `{} x`, `{"a":"\ud800"}x`, strings.Repeat("[", 1000)} {
		if _, err := Append([]byte(text), []string{"hooks", "Stop"}, group); err == nil {
			t.Errorf("%q was edited", text)
		}
	}
}

func TestSetReplacesAndMakes(t *testing.T) {
	text := []byte("{\n  \"mcpServers\": {\n    \"hfa\": {\"command\": \"old\"}\n  }\n}\n")
	path := []string{"mcpServers", "hfa"}
	out, err := Set(text, path, `{"command":"new"}`)
	if err != nil {
		t.Fatal(err)
	}
	var v struct {
		MCP map[string]struct{ Command string } `json:"mcpServers"`
	}
	if err := json.Unmarshal(out, &v); err != nil || v.MCP["hfa"].Command != "new" {
		t.Errorf("%s: %v", out, err)
	}
	gone, n, err := Remove(out, path, func([]byte) bool { return true })
	if err != nil || n != 1 || strings.Contains(string(gone), "mcpServers") {
		t.Errorf("%s: %v", gone, err)
	}
}

func TestTOMLKeysAndTables(t *testing.T) {
	text := "# mine\nmodel = \"m\"\nlist = [\n  \"[not a table]\", # ]\n]\ntext = \"\"\"\n[nor this]\n\"\"\"\n\n[features]\nhooks = true\n\n[projects.\"/a b\"]\ntrust_level = \"trusted\"\n"
	for _, base := range []string{text, strings.ReplaceAll(text, "\n", "\r\n"), "", strings.TrimSuffix(text, "\n")} {
		line := `notify = ["hfa-hook", "--host", "codex"]`
		with, err := AddKey([]byte(base), line)
		if err != nil {
			t.Fatal(err)
		}
		if with, err = AddTable(with, "[mcp_servers.hfa]\ncommand = \"hfa-mcp\""); err != nil {
			t.Fatal(err)
		}
		key, err := Key(with, "notify")
		if err != nil || strings.TrimSpace(key) != line {
			t.Errorf("key %q: %v", key, err)
		}
		table, err := Table(with, "mcp_servers.hfa")
		if err != nil || !strings.Contains(table, "hfa-mcp") {
			t.Errorf("table %q: %v", table, err)
		}
		if other, _ := Table(with, "features"); base == text && other != "[features]\nhooks = true\n" {
			t.Errorf("a table of others: %q", other)
		}
		back := RemoveStatement(RemoveStatement(with, table), key)
		if want := base; strings.TrimRight(string(back), "\r\n") != strings.TrimRight(want, "\r\n") {
			t.Errorf("%q\nwant\n%q", back, want)
		}
	}
	if _, err := AddKey([]byte("a = [\n"), "b = 1"); !errors.Is(err, ErrTOML) {
		t.Errorf("%v", err)
	}
	if key, _ := Key([]byte("[t]\nnotify = 1\n"), "notify"); key != "" {
		t.Errorf("a key of a table: %q", key)
	}
}

func FuzzAppendAndRemove(f *testing.F) {
	for _, s := range []string{"{}", "{\"a\":1,}", "// c\n{\n \"hooks\": {} // d\n}\n", "{\"hooks\":{\"Stop\":[1 /* x */ ,]}}", "{\n}", "\ufeff{}\r\n"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		path := []string{"hooks", "Stop"}
		if n := len(Elements(text, path)); n > 0 && ours(text) {
			return
		}
		with, err := Append(text, path, group)
		if err != nil {
			return
		}
		if found := Elements(with, path); len(found) == 0 || !ours(found[len(found)-1]) {
			t.Fatalf("it is not there:\n%q\nof\n%q", with, text)
		}
		if ours(text) {
			return
		}
		back, n, err := Remove(with, path, ours)
		if err != nil || n != 1 {
			t.Fatalf("not taken out (%d, %v):\n%q\nof\n%q", n, err, with, text)
		}
		if _, err := parse(back); err != nil {
			t.Fatalf("%v:\n%q\nof\n%q", err, back, text)
		}
	})
}
