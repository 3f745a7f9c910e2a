package redact

import (
	"slices"
	"testing"
)

func TestRecordSeesItsTextsTogether(t *testing.T) {
	a, b := "Tr0ub4dor"+"-Kx9!", "Wq8#m"+"Z2pLr!"
	tests := []struct {
		texts, want []string
	}{
		{[]string{"staging db password", a + " since the rotation, set in db.go", "", "staging", "Tr0ub4dor"}, []string{"staging db password", "[REDACTED] since the rotation, set in db.go", "", "staging", Mark}},
		{[]string{"测试库密码", b}, []string{"测试库密码", Mark}},
		{[]string{"the codex DB password", "password: " + a, "notes about " + a, a, "DB"}, []string{"the codex DB password", "password: [REDACTED]", "notes about [REDACTED]", Mark, "DB"}},
		{[]string{"Login", "pw password=" + a, a[:9]}, []string{"Login", "pw password=[REDACTED]", Mark}},
		{[]string{"Session timeout", "Thirty minutes, see timeout_v2 in config.", "timeout", "session"}, nil},
		{[]string{"Database password rotation", "The password is rotated each quarter by Vault; the job is rotate-db-2024.", "rotation", "rotate-db-2024"}, nil},
		{[]string{"密码策略", "至少 12 位，使用 bcrypt，不再强制每 90 天更换。", "密码", "bcrypt"}, nil},
		{[]string{"API key storage", "Keys live in Vault under kv/prod/api, never in .env.", "kv/prod/api"}, nil},
		{[]string{"Token budget", "600 tokens for a recall.", "tokens"}, nil},
	}
	for _, tt := range tests {
		got, changed := Record(tt.texts[0], tt.texts[1], tt.texts[2:]...)
		want := tt.want
		if want == nil {
			want = tt.texts
		}
		if !slices.Equal(got, want) || changed != (tt.want != nil) {
			t.Errorf("Record(%q)\n got %q, %v\nwant %q", tt.texts, got, changed, want)
		}
		if again, changed := Record(got[0], got[1], got[2:]...); changed {
			t.Errorf("Record(%q), again, gives %q", got, again)
		}
	}
}
