package memory

import (
	"bytes"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestAnEmptyConfigIsTheDefault(t *testing.T) {
	c, err := ParseConfig([]byte("{}"))
	if err != nil || !reflect.DeepEqual(c, DefaultConfig()) {
		t.Fatalf("%+v, %v", c, err)
	}
	golden(t, "config-default.json", c.Encode())
}

func TestConfigKeepsWhatItDoesNotKnow(t *testing.T) {
	text := bom + `{"x": {"b": 1, "a": [1]}, "lang": "zh", "max_topics_per_epoch": 3, "recall_token_budget": 0, "router_token_budget": 50,
		"retrieval_aliases": {"部署": ["deploy", "rollout"], "乱码": []}, "tokenizer": "heuristic", "distill": "off", "trust": "committed", "audit": "all",
		"hooks": {"z": 1, "pre_push": true}, "Lang": 7}`
	c, err := ParseConfig([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "config-full.json", c.Encode())
	again, err := ParseConfig(c.Encode())
	if err != nil || !reflect.DeepEqual(again, c) || !bytes.Equal(again.Encode(), c.Encode()) {
		t.Errorf("written and read again as %+v, %v", again, err)
	}
}

func TestAliasesHaveTwoForms(t *testing.T) {
	want := [][]string{{"部署", "deploy", "rollout"}, {"a", "b"}}
	for _, text := range []string{
		`{"retrieval_aliases": {"部署": ["deploy", "rollout"], "a": ["b"]}}`,
		`{"retrieval_aliases": [["部署", "deploy", "rollout"], ["a", "b"]]}`,
	} {
		c, err := ParseConfig([]byte(text))
		if err != nil || !reflect.DeepEqual(c.RetrievalAliases, want) {
			t.Errorf("%s: %v, %v", text, c.RetrievalAliases, err)
		}
	}
}

func TestConfigErrorsNameKeyAndChoice(t *testing.T) {
	for _, test := range []struct{ text, key, says string }{
		{`{"lang": "fr"}`, "lang", `"en" or "zh"`},
		{`{"lang": 7}`, "lang", "a string, not a number"},
		{`{"max_topics_per_epoch": 0}`, "max_topics_per_epoch", "from 1 to 100000"},
		{`{"max_topics_per_epoch": "50"}`, "max_topics_per_epoch", "not a string"},
		{`{"recall_token_budget": -1}`, "recall_token_budget", "from 0"},
		{`{"recall_token_budget": 600.0}`, "recall_token_budget", "plain digits"},
		{`{"router_token_budget": null}`, "router_token_budget", "not null"},
		{`{"retrieval_aliases": "x"}`, "retrieval_aliases", "a list of lists"},
		{`{"retrieval_aliases": ["x"]}`, "retrieval_aliases", "a list of strings"},
		{`{"retrieval_aliases": {"x": "y"}}`, "retrieval_aliases", "a list of strings"},
		{`{"retrieval_aliases": {"x": [""]}}`, "retrieval_aliases", "empty word"},
		{`{"tokenizer": "cl100k"}`, "tokenizer", `"o200k_base" or "heuristic"`},
		{`{"distill": true}`, "distill", "not true or false"},
		{`{"trust": "all"}`, "trust", `"committed"`},
		{`{"audit": "none"}`, "audit", `"all"`},
		{`{"hooks": []}`, "hooks", "an object"},
		{`{"lang": "en", "lang": "zh"}`, "lang", "twice"},
		{`[]`, "", "an object"},
	} {
		_, err := ParseConfig([]byte(test.text))
		var fe *FileError
		if !errors.As(err, &fe) || !errors.Is(err, ErrCorrupt) || !strings.Contains(fe.Message, test.key) || !strings.Contains(fe.Message, test.says) || fe.Line != 1 {
			t.Errorf("%s: %v", test.text, err)
		}
	}
	if _, err := ParseConfig([]byte(`{"schema": 2, "lang": ["en"]}`)); !errors.Is(err, ErrNewer) {
		t.Errorf("a newer schema: %v", err)
	}
}

func TestEveryKnownKeyIsReadAndWritten(t *testing.T) {
	c := DefaultConfig()
	c.Hooks = []byte("{}")
	members, err := readMembers(c.Encode())
	if err != nil {
		t.Fatal(err)
	}
	for _, key := range configKeys() {
		value, ok := members[key]
		if !ok {
			t.Errorf("%s is not written", key)
			continue
		}
		if read, err := ParseConfig([]byte(`{"` + key + `": ` + value + `}`)); err != nil || len(read.Extra) > 0 {
			t.Errorf("%s is not read: %+v, %v", key, read.Extra, err)
		}
	}
	if len(members) != len(configKeys()) {
		t.Errorf("%v are written", members)
	}
}
