package redact

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// marked takes the marks « and » out of a text, and returns it with what Text must
// make of it and the places of the secrets.
func marked(text string) (plain, want string, secrets []span) {
	var p, w strings.Builder
	for text != "" {
		before, rest, ok := strings.Cut(text, "«")
		p.WriteString(before)
		w.WriteString(before)
		if !ok {
			break
		}
		secret, after, _ := strings.Cut(rest, "»")
		secrets = append(secrets, span{p.Len(), p.Len() + len(secret)})
		p.WriteString(secret)
		w.WriteString(Mark)
		text = after
	}
	return p.String(), w.String(), secrets
}

func TestSecretsGoAndTheirWordsStay(t *testing.T) {
	for _, text := range secretTexts {
		plain, want, secrets := marked(text)
		if got := Text(plain); got != want {
			t.Errorf("Text(%q)\n got %q\nwant %q\nfound %v", plain, got, want, Find(plain))
			continue
		}
		var found []span
		for _, f := range Find(plain) {
			found = append(found, span{f.Start, f.End})
			if f.Rule == "" {
				t.Errorf("Find(%q): no rule in %v", plain, f)
			}
		}
		if !slices.Equal(found, secrets) {
			t.Errorf("Find(%q) = %v, want %v", plain, found, secrets)
		}
	}
}

func TestHarmlessTextStays(t *testing.T) {
	for _, text := range harmlessTexts {
		if found := Find(text); found != nil {
			t.Errorf("Text(%q) = %q, found %v", text, Text(text), found)
		}
	}
}

func TestValidUTF8(t *testing.T) {
	for _, text := range secretTexts {
		plain, _, _ := marked(text)
		if got := Text("密" + plain + "码"); !utf8.ValidString(got) {
			t.Errorf("Text(%q) = %q is no UTF-8", plain, got)
		}
	}
}

func TestHarmlessTextCostsNoAllocation(t *testing.T) {
	for _, text := range harmlessTexts {
		led := 0.0 // lines that are copied without their lead
		for line := range strings.Lines(text) {
			if leadEnd(line) > 0 {
				led++
			}
		}
		least := led + 1
		// Package regexp keeps its machines in a pool that may be emptied.
		for n := 0; n < 20 && least > led; n++ {
			least = min(least, testing.AllocsPerRun(1, func() { Text(text) }))
		}
		if least > led {
			t.Errorf("Text(%q) allocates %v times", text, least)
		}
	}
}

func TestTokensAreFoundInAnyWrapping(t *testing.T) {
	tokens := []string{
		"gh" + "p_R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy", "AKI" + "AQ7ZT3STK3Y000XYZ", "sk-" + "ant-api03-Zq8Wv3Nn6Tt1Yy9Kk4Mm7Bb2Vv5Cc0Xx8",
		"xo" + "xb-217384920571-384756102938-Hq2Lm8Rt5Vx1Zc7Nb4Kj9Pw3", "glp" + "at-Q7wZ3rT9yK2mN5vX8bLd", "np" + "m_R8t2Kq9Lw4Xz7Bv1Nc5Md3Hf6Jg0Pa8Se2Uy",
		"eyJ" + "hbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJ3aWxkLWNhc2UifQ.k3VxT7mQ2nR9sL5wY1zB8dF4gH6jK0pA", "AI" + "zaSyB3kq9XWv7TzR5mN2pL8dJ4hF6gC0sA1eY",
		"dp.p" + "t.Zk3Qw9Rt7Lp2Xv5Nb8McHq2LZk3Qw9Rt7Lp2Xv5Nb8M", "PMA" + "K-5f8b2c6d0e1a3957b4d8c2f6-a0e1b3d55f8b2c6d0e1a3957b4d8c2f6a0",
	}
	wrappings := [][2]string{{"", ""}, {" ", " "}, {"用", "登录"}, {"，", "。"}, {"、", "；"}, {"（", "）"}, {"「", "」"}, {"“", "”"}, {"《", "》"}, {"`", "`"}, {"**", "**"},
		{"| ", " |"}, {"|", "|"}, {"(", ")"}, {"[", "]"}, {"<", ">"}, {"{", "}"}, {`"`, `"`}, {"'", "'"}, {`\"`, `\"`}, {`\n`, `\n`}, {"\n", "\r\n"}, {"", ", then"}, {"", "."},
		{"", "!"}, {"", "?"}, {"", ":"}, {"", ";"}, {"\t", "\t"}, {"\u00a0", "\u00a0"}, {"\u3000", "\u3000"}, {"\u200b", "\u200b"}, {"key:", ","}, {"x=", "&y=1"}, {"/", "/"}}
	for _, token := range tokens {
		for _, w := range wrappings {
			if got, want := Text(w[0]+token+w[1]), w[0]+Mark+w[1]; got != want {
				t.Errorf("Text(%q) = %q, want %q", w[0]+token+w[1], got, want)
			}
		}
	}
}

func TestSecondRunFindsNothing(t *testing.T) {
	for _, text := range secretTexts {
		plain, _, _ := marked(text)
		if found := Find(Text(plain)); found != nil {
			t.Errorf("Find(Text(%q)) = %v", plain, found)
		}
	}
}

// Values that end where a rule looks one byte further.
func TestValuesAtTheirEnds(t *testing.T) {
	for _, text := range []string{"key superuser.admin.", "superuser key hello.World.", "password = a.b.", "password: settings.", "token = config.", "密码：config.", "door 2580#", "alarm code", "key: [", "LPA:1$a$", "root@10.0.0.1(", "bob/@10.0.0.1",
		"code:", "[14:02] ", "> ", "+", "-", "老周 10:22", "<a> ", "**a1**", "password **", "x -p", "x -p ", "? ", "密码？\n", "密码多少\n老周：", "wifi: a/", "(admin, ", "{{password}}", "AK/SK: "} {
		for end := range len(text) + 1 {
			Text(text[:end])
			Text(text[end:])
		}
	}
}
