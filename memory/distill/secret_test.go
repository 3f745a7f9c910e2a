package distill

import (
	"strings"
	"testing"
)

// A secret goes from all of a draft, also where only a line above it says that it is one.
func TestSecretsBelowTheirNamesGo(t *testing.T) {
	secret, zh := "Tr0ub4dor"+"-Kx9!", "Wq8#m"+"Z2pLr!"
	for _, answer := range []string{
		"## Staging DB password\n\nDecision: " + secret + " (rotated on Monday)",
		"The new staging password:\n\nDecision: " + secret + ", set in `db.go`.",
		"## 测试库密码\n\n决定：" + zh + "，周一轮换过。",
		"```hfa-memory\ntitle: staging db password\nhit_words: staging\nconclusion: password: " + secret + "\n```",
	} {
		drafts, _ := Extract(answer, Options{})
		if len(drafts) != 1 || len(drafts[0].HitWords) == 0 || drafts[0].Title == "" {
			t.Errorf("%q: drafts %+v", answer, drafts)
			continue
		}
		d := drafts[0]
		for _, text := range append([]string{d.Title, d.Conclusion}, d.HitWords...) {
			if strings.Contains(text, secret[:8]) || strings.Contains(text, zh[:8]) {
				t.Errorf("%q: %q stays", answer, text)
			}
		}
	}
	drafts, _ := Extract("## Password policy\n\nDecision: Twelve characters at least, see `policy.go`.", Options{})
	if len(drafts) != 1 || drafts[0].Conclusion != "Twelve characters at least, see `policy.go`." {
		t.Errorf("drafts %+v", drafts)
	}
}
