package memory

import (
	"strings"
	"testing"
)

func TestMergeConfigGoesByKey(t *testing.T) {
	tests := []struct {
		name               string
		base, ours, theirs string
		want, conflicts    string
	}{
		{"different keys", `{}`, `{"lang":"zh"}`, `{"recall_token_budget":800}`, "{\n  \"lang\": \"zh\",\n  \"recall_token_budget\": 800\n}\n", ""},
		{"one key in two ways", `{"recall_token_budget":600}`, `{"recall_token_budget":700}`, `{"recall_token_budget":800}`, "", "key recall_token_budget"},
		{"groups are a set", `{"retrieval_aliases":[["a","b"]]}`, `{"retrieval_aliases":[["a","b"],["z"]]}`, `{"retrieval_aliases":[["y"],["a","b"]]}`,
			"{\n  \"retrieval_aliases\": [\n    [\"a\", \"b\"],\n    [\"y\"],\n    [\"z\"]\n  ]\n}\n", ""},
		{"aliases by term", `{"retrieval_aliases":{"a":["b"]}}`, `{"retrieval_aliases":{"a":["b"],"c":["d"]}}`, `{"retrieval_aliases":{"e":["f"],"a":["b"]}}`,
			"{\n  \"retrieval_aliases\": {\n    \"a\": [\"b\"],\n    \"c\": [\"d\"],\n    \"e\": [\"f\"]\n  }\n}\n", ""},
		{"aliases in two forms", `{}`, `{"retrieval_aliases":{"a":["b"]}}`, `{"retrieval_aliases":[["c"]]}`, "", "key retrieval_aliases"},
		{"words of one term are a set", `{"retrieval_aliases":{"db":["sql","ora"]}}`, `{"retrieval_aliases":{"db":["sql","ora","pg"]}}`, `{"retrieval_aliases":{"db":["sql","my"]}}`,
			"{\n  \"retrieval_aliases\": {\n    \"db\": [\"sql\", \"my\", \"pg\"]\n  }\n}\n", ""},
		{"words of one term, all gone", `{"retrieval_aliases":{"db":["a","b"]}}`, `{"retrieval_aliases":{"db":["a"]}}`, `{"retrieval_aliases":{"db":["b"]}}`,
			"{\n  \"retrieval_aliases\": {\n    \"db\": []\n  }\n}\n", ""},
		{"hooks go deeper", `{"hooks":{"a":{"ms":1}}}`, `{"hooks":{"a":{"ms":2}}}`, `{"hooks":{"a":{"ms":1,"on":true}}}`,
			"{\n  \"hooks\": {\n    \"a\": {\n      \"ms\": 2,\n      \"on\": true\n    }\n  }\n}\n", ""},
		{"hooks in two ways", `{"hooks":{"a":{"ms":1}}}`, `{"hooks":{"a":{"ms":2}}}`, `{"hooks":{"a":{"ms":3}}}`, "", "key hooks.a.ms"},
		{"an unknown object is one value", `{"team":{"a":1}}`, `{"team":{"a":2}}`, `{"team":{"a":1,"b":2}}`, "", "key team"},
		{"a key removed by one, changed by the other", `{"audit":"all"}`, `{}`, `{"audit":"hits","lang":"en"}`, "", "key audit"},
		{"a key removed by one", `{"audit":"all"}`, `{}`, `{"audit":"all","lang":"en"}`, "{\n  \"lang\": \"en\"\n}\n", ""},
		{"order and layout say nothing", `{"lang":"en"}`, `{ "audit":"all", "lang":"en" }`, `{"lang":"en","audit":"all","x":1}`, "{\n  \"lang\": \"en\",\n  \"audit\": \"all\",\n  \"x\": 1\n}\n", ""},
		{"no base", ``, `{"lang":"en","audit":"all"}`, `{"lang":"en","x":1}`, "{\n  \"lang\": \"en\",\n  \"audit\": \"all\",\n  \"x\": 1\n}\n", ""},
		{"a bad version", `{}`, `{"lang":"en"`, `{"lang":"zh"}`, "", "unreadable"},
		{"a newer version", `{}`, `{"schema":99}`, `{"lang":"zh"}`, "", "unreadable"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			for _, swap := range []bool{false, true} {
				ours, theirs := tt.ours, tt.theirs
				if swap {
					ours, theirs = theirs, ours
				}
				merged, conflicts := MergeConfig([]byte(tt.base), []byte(ours), []byte(theirs))
				if string(merged) != tt.want || conflictCodes(conflicts) != tt.conflicts {
					t.Errorf("swapped %v: conflicts %q, want %q; got:\n%s\nwant:\n%s", swap, conflictCodes(conflicts), tt.conflicts, merged, tt.want)
				}
			}
		})
	}
}

func TestAMergedConfigIsWrittenAsEncodeWrites(t *testing.T) {
	c := DefaultConfig()
	c.RetrievalAliases = [][]string{{"a", "b"}, {"c"}}
	c.Hooks = []byte(`{"x":[1,2]}`)
	c.Extra = []Member{{"team", []byte(`"q"`)}}
	base := c.Encode()
	ours := []byte(strings.Replace(string(base), `"lang": "en"`, `"lang": "zh"`, 1))
	theirs := []byte(strings.Replace(string(base), `"recall_token_budget": 600`, `"recall_token_budget": 500`, 1))
	merged, conflicts := MergeConfig(base, ours, theirs)
	c.Lang, c.RecallTokenBudget = "zh", 500
	if string(merged) != string(c.Encode()) || conflicts != nil {
		t.Errorf("%v\n%s", conflicts, merged)
	}
	if merged, conflicts = SettleConfig(base, ours, []byte(`{"lang":"en","schema":1,"audit":"all"}`), Theirs); conflicts != nil {
		t.Errorf("%v\n%s", conflicts, merged)
	}
}
