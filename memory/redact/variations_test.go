package redact

import (
	"fmt"
	"strings"
	"testing"
	"unicode"
)

// outside applies f to what stands round the secrets of a text.
func outside(text string, f func(string) string) string {
	var b strings.Builder
	for {
		before, rest, ok := strings.Cut(text, "«")
		b.WriteString(f(before))
		if !ok {
			return b.String()
		}
		secret, after, _ := strings.Cut(rest, "»")
		b.WriteString("«" + secret + "»")
		text = after
	}
}

func chinese(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) })
}

// requote puts quotes round the one secret of a sentence that has none.
func requote(open, shut string) func(string) string {
	return func(text string) string {
		i := strings.Index(text, "«")
		if strings.Count(text, "«") != 1 || strings.ContainsAny(text, "\"'`<>{}$\\|/=“「『") || i == 0 || text[i-1] != ' ' && text[i-1] < 0x80 {
			return text
		}
		return strings.NewReplacer("«", open+"«", "»", "»"+shut).Replace(text)
	}
}

// each puts lead before every line.
func each(lead string) func(string) string {
	return func(text string) string { return lead + strings.ReplaceAll(text, "\n", "\n"+lead) }
}

// variations are what people and programs do to a text when they write, quote and paste it. Of the texts that one changes,
// most must be found as before; least says how many of a hundred.
var variations = []struct {
	name  string
	least int
	do    func(string) string
}{
	{"ASCII signs in Chinese", 97, func(text string) string {
		if !chinese(text) {
			return text
		}
		return outside(text, strings.NewReplacer("：", ":", "，", ",", "（", "(", "）", ")", "。", ".", "；", ";", "！", "!").Replace)
	}},
	{"ASCII signs and blanks in Chinese", 98, func(text string) string {
		if !chinese(text) {
			return text
		}
		return outside(text, strings.NewReplacer("：", ": ", "，", ", ", "（", " (", "）", ") ", "；", "; ").Replace)
	}},
	{"wide signs in Chinese", 99, func(text string) string {
		if !chinese(text) {
			return text
		}
		return outside(text, strings.NewReplacer(": ", "：", ", ", "，").Replace)
	}},
	{"CRLF", 99, func(text string) string {
		return outside(text, strings.NewReplacer("\n", "\r\n", "\r\n", "\r\n").Replace)
	}},
	{"an item", 99, func(text string) string { return "- " + text }},
	{"a quoted mail", 99, each("> ")},
	{"a diff", 99, each("+")},
	{"indented", 99, each("    ")},
	{"indented by a tab", 99, each("\t")},
	{"after a time", 99, func(text string) string { return "2026-03-02 14:02:11 " + text }},
	{"after a time and a name", 99, func(text string) string { return "[14:02] lena: " + text }},
	{"after a name and a time", 99, func(text string) string { return "老周 10:22：" + text }},
	{"after a name", 98, func(text string) string { return "bob: " + text }},
	{"after a setting", 99, func(text string) string { return "host = 10.0.0.5\nport = 3306\n" + text }},
	{"before a setting", 99, func(text string) string { return text + "\nport = 3306\n" }},
	{"before more text", 99, func(text string) string { return text + "\n\nThat is all for now.\n" }},
	{"in quotes", 94, requote(`"`, `"`)},
	{"in Chinese quotes", 92, requote("“", "”")},
	{"in a code span", 94, requote("`", "`")},
	{"bold", 96, requote("**", "**")},
	{"a bold code span", 94, requote("**`", "`**")},
}

func TestVariations(t *testing.T) {
	for _, v := range variations {
		changed, missed := 0, 0
		for _, text := range secretTexts {
			varied := v.do(text)
			if varied == text {
				continue
			}
			changed++
			plain, want, secrets := marked(varied)
			got, rest := Text(plain), strings.ReplaceAll(want, Mark, "\x00")
			for _, p := range secrets {
				if pieceStays(got, plain[p.start:p.end], rest) {
					missed++
					break
				}
			}
		}
		if found := changed - missed; found*100 < changed*v.least {
			t.Errorf("%s: found %d of %d, want %d of 100", v.name, found, changed, v.least)
		}
		if changed < 10 {
			t.Errorf("%s: changes %d texts only", v.name, changed)
		}
	}
}

// A look-alike stays one in the same variations.
func TestHarmlessVariations(t *testing.T) {
	for _, v := range variations {
		for _, text := range quietTexts(t) {
			if strings.Contains(text, "pass\n") || strings.Contains(text, "ID：") || text == "AUTH failed" || strings.Contains(text, "Key 是") {
				continue // a statement of Python, a prompt of Redis, names that the sign before them hid
			}
			if varied := v.do(text); Text(varied) != varied {
				t.Errorf("%s: Text(%q) = %q", v.name, varied, Text(varied))
			}
		}
	}
}

// chosenPasswords are passwords as people build them, drawnKeys keys as machines draw them.
var (
	chosenPasswords = []string{"Quartz.Meadow.9", "harbor_window_666", "Lantern-Copper-7", "Pepper2024!", "wangfang19880716", "zhangwei0817", "S3cur1tyF1rst", "m0nit0r-Oslo", "Sms!Tongda88", "Gl-Root-suzhou1", "Velvet#Otter14",
		"elasticMango12", "redis_Zhao_6381", "Xmh#csh-7719", "0wl-Camera-Six", "PaellaVerde9!", "Nihao@2025", "BlueHeron77", "k3yst0re-Turin", "kiwi_hook_2231", "Brezel!Dresden72", "admin@1234", "Kaleidoscope&Pepper", "Zk3Qw9Rt7Lp2", "aX7#pQ2$mN9"}
	drawnKeys = []string{"5b3bee5dac494f03" + "708c2570a965de86", "Zk3Qw9Rt7Lp2" + "Xv5Nb8McHq2L", "VFohwiag9ZjG8Eq" + "RNGrUgvRTX9ogcnNX", "9va1ihI1ZDrPuv" + "jRHf7vck7uINoA", "GR-rGkRlYVCc" + "ZiXy3_wQzT8b",
		"d42bcf32ce526ef02ddfd4ac25e4" + "fcb772e686ec99b5efec86294600", "lRGtcxxjmtg4CL7UgrLcIa" + "CUlyjZVNitAYJn4u1ABZyz"}
)

// Where the context leaves no doubt, a password may be any that people build and a key any that a machine draws.
func TestFirmContextsTakeAnyValue(t *testing.T) {
	check := func(contexts, values []string, most int) {
		missed := 0
		for _, context := range contexts {
			for _, value := range values {
				text := fmt.Sprintf(context, value)
				if got, want := Text(text), fmt.Sprintf(context, Mark); got != want && pieceStays(got, value, fmt.Sprintf(context, "\x00")) {
					missed++
					t.Logf("Text(%q) = %q", text, got)
				}
			}
		}
		if n := len(contexts) * len(values); missed*1000 > n*most {
			t.Errorf("missed %d of %d, want %d of 1000 at most", missed, n, most)
		}
	}
	check([]string{
		"password: %s\n", "password = %s\n", "password=%s\n", "passwd: \"%s\"", "DB_PASSWORD=%s", "DB_PASSWORD='%s'", "export DB_PASSWORD=\"%s\"", "\"password\": \"%s\",", "<password>%s</password>", "--password %s --user x",
		"[mqtt]\nusername = shebei\npassword = %s\n; 心跳\n", "spring:\n  password: %s\n", "| user | password |\n|---|---|\n| bob | %s |", "user,password\nbob,%s\n", "姓名,工号,初始密码\n王小明,10086,%s\n", "host,login,password,comment\ncam-07,viewer,%s,north gate\n",
		"密码：%s", "密码:%s", "密码是%s。", "密码是 %s,别外传", "初始密码：%s（首次登录会强制修改）", "密码:%s(首次登录会强制修改)", "数据库密码改成了 %s。", "用户名:admin 密码:%s", "密码（%s）", "密码(%s)",
		"the password is %s", "The password for the box is %s, keep it", "I set the password to %s yesterday.", "password is `%s` for now", "the password (%s) is in the fixture",
		"what's the kibana pw again?\n%s", "[14:02] lena: what's the kibana pw again?\n[14:03] omar: %s\n[14:03] lena: thx", "小刘 10:21：redis 密码多少来着\n老周 10:22：%s\n小刘 10:22：好嘞", "Q: what is the admin password?\nA: %s",
		"Das Passwort lautet %s, bitte nicht weitergeben.", "Le mot de passe du compte est %s (à changer).", "La contraseña del usuario es %s y caduca en marzo.", "La password del server è %s",
		"mysql -u root -p'%s' db", "curl -u bob:'%s' https://x.dev", "postgres://app:%s@db/x", "identified by '%s'", "echo '%s' | sudo -S ls", "net user bob %s /add", "const password = \"%s\";",
	}, chosenPasswords, 12)
	check([]string{
		"token: %s\n", "token = %s\n", "API_KEY=%s", "\"apiKey\": \"%s\"", "X-Api-Key: %s", "--token %s", "the token is %s", "the API key for staging is %s.", "令牌：%s", "密钥:%s", "密钥是%s,别外传", "appsecret,新的:%s",
		"Client secret from the identity team: %s (client id is x)", "高德地图的 key 申请下来了:%s,每天三十万次。", "tushare 的 token 我先贴这里:%s,积分只有两千", "| env | API key |\n|-----|---------|\n| sandbox | %s |", "env,api_key\nprod,%s\n",
		"Authorization: Bearer %s", "https://x.dev/a?access_token=%s", "[10:02] bob: what's the token?\n[10:03] ann: %s", "密钥（%s）", "密钥(%s)",
	}, drawnKeys, 12)
}
