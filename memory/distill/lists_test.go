package distill

import (
	"strings"
	"testing"
)

// phrasesOf gives the phrases of a list file by the name of their list.
func phrasesOf(lists string) map[string][]string {
	phrases := map[string][]string{}
	name := ""
	for l := range strings.Lines(lists) {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		if l[0] == '[' {
			name = strings.Trim(l, "[]")
			continue
		}
		for p := range strings.SplitSeq(l, ",") {
			if p = strings.TrimSpace(p); p != "" {
				phrases[name] = append(phrases[name], p)
			}
		}
	}
	return phrases
}

// A phrase that is in two lists, or not written as texts are folded, would never count.
func TestEveryPhraseOfTheListsCounts(t *testing.T) {
	for file, m := range map[string]*matcher{cueLists: cues(), smallLists: smallWords()} {
		seen := map[string]string{}
		for name, phrases := range phrasesOf(file) {
			for _, p := range phrases {
				if other, twice := seen[p]; twice {
					t.Errorf("%q is in [%s] and in [%s]", p, other, name)
				}
				seen[p] = name
				text := strings.TrimSuffix(p, "*")
				whole := false
				m.each(fold(text), func(start, end int, _ uint8) { whole = whole || start == 0 && end == len(text) })
				if !whole {
					t.Errorf("[%s]: %q is not found in itself", name, p)
				}
			}
		}
	}
}

func TestTraditionalCharactersKeepTheirPlaces(t *testing.T) {
	for pair := range strings.FieldsSeq(traditionalList) {
		if r := []rune(pair); len(r) != 2 || len(pair) != 6 || r[0] < 0x4e00 || r[0] >= 0xa000 || fold(string(r[0])) != string(r[1]) {
			t.Errorf("%q is no pair of characters", pair)
		}
	}
	if got := fold("Redis 連線沒關閉，`MaxConn` 改為 50"); got != "redis 连线没关闭，`maxconn` 改为 50" {
		t.Error(got)
	}
}

func TestEditsAreCounted(t *testing.T) {
	for s, want := range map[string]bool{
		"adapted in 18 files": true, "230 lines less": true, "改了44处": true, "共 36 處": true, "1,204 lines": true,
		"18 filesystems": false, "v2.18 files": false, "files": false, "40 ms": false, "12": false,
	} {
		if countsEdits(s) != want {
			t.Errorf("countsEdits(%q) = %v", s, !want)
		}
	}
}
