package redact

import "strings"

// nameMax is the longest name, in bytes, that is read to either side of a keyword.
const nameMax = 64

// name is the name that holds a keyword: s[start:end], DB_PASSWORD or --api-key.
type name struct {
	span
	class class
	upper bool // no lower case letter: a variable of the environment
	flag  bool // begins with "-"
}

// nameAt reads the name round the keyword s[at:end]. Its class is noClass when its
// value is no secret: password_hash, TOKEN_BUDGET, public key.
func nameAt(s string, at, end int) name {
	n := name{span: span{at, end}}
	for n.start > 0 && isIdent(s[n.start-1]) && at-n.start < nameMax {
		n.start--
	}
	for n.end < len(s) && isIdent(s[n.end]) && n.end-end < nameMax {
		n.end++
	}
	if n.start > 0 && s[n.start-1] == '\\' && n.start < at && strings.IndexByte("nrt", s[n.start]) >= 0 {
		n.start++ // a line break that is written \n
	}
	for n.start < at && s[n.start] == '-' {
		n.start++
		n.flag = true
	}
	// "--" or "-" is a flag only after a blank, a quote or the start.
	if n.flag {
		dash := n.start
		for dash > 0 && s[dash-1] == '-' {
			dash--
		}
		n.flag = dash == 0 || !isIdent(s[dash-1]) && s[dash-1] < 0x80
	}
	text := s[n.start:n.end]
	if equalFold(text, "key") || equalFold(text, "keys") || equalFold(text, "secret-key") || equalFold(text, "sk") {
		// API key, secret access key, aes.key
		if from := n.start; from > 1 && (s[from-1] == ' ' || s[from-1] == '.') && isIdent(s[from-2]) {
			from--
			for from > 0 && isIdent(s[from-1]) && n.start-from < nameMax {
				from--
			}
			if classOf(s[from:n.end]) != noClass || !equalFold(text, "sk") {
				text = s[from:n.end]
			}
		}
	}
	n.class = classOf(text)
	n.upper = true
	for i := range len(text) {
		if isLower(text[i]) {
			n.upper = false
		}
	}
	return n
}

// wordsMax is the number of words of a name that are looked at, from its end.
const wordsMax = 12

// words cuts a name at "_", "-", blanks and capitals. The words are parts of the
// name, the last one first.
func words(text string) (list [wordsMax]string, n int) {
	end := len(text)
	for end > 0 && n < wordsMax {
		if !isAlnum(text[end-1]) {
			end--
			continue
		}
		start := end - 1
		for start > 0 && isAlnum(text[start-1]) && !wordStart(text, start, end) {
			start--
		}
		list[n] = text[start:end]
		n++
		end = start
	}
	return list, n
}

// wordStart reports whether a word begins at text[i] by its capitals: dbPassword,
// APIKey.
func wordStart(text string, i, end int) bool {
	if !isUpper(text[i]) {
		return false
	}
	return isLower(text[i-1]) || isDigit(text[i-1]) && i+1 < end && isLower(text[i+1]) ||
		isUpper(text[i-1]) && i+1 < end && isLower(text[i+1])
}

func classOf(text string) class {
	list, n := words(text)
	first := 0
	if n > 2 && equalFold(list[0], "id") && equalFold(list[1], "key") && equalFold(list[2], "access") || n > 1 && equalFold(list[0], "id") && equalFold(list[1], "secret") {
		return keyID // access_key_id, SecretId
	}
	if n > 2 && equalFold(list[0], "data") && equalFold(list[1], "key") && equalFold(list[2], "client") {
		return token // of a kubeconfig
	}
	for first < n && suffix(list[first]) {
		first++
	}
	if first == n {
		return noClass
	}
	for _, w := range list[first:n] {
		if denies(w) {
			return noClass
		}
	}
	last := strings.TrimRight(list[first], "0123456789")
	before := ""
	if first+1 < n {
		before = list[first+1]
	}
	switch {
	case ends(last, "passphrase") || equalFold(last, "phrase") && equalFold(before, "pass"):
		return phrase
	case ends(last, "password") || ends(last, "passwd") || ends(last, "pwd") || ends(last, "passcode") || equalFold(last, "passw"):
		return password
	case equalFold(last, "pass") && (before == "" || passOf(before)):
		return password
	case equalFold(last, "pw") && n > 1, equalFold(last, "pw") && before == "" || glued(last), equalFold(last, "masterauth"), equalFold(last, "psk"),
		equalFold(last, "auth") && equalFold(before, "rediscli"):
		return password
	case equalFold(last, "pin") && (n == 1 || passOf(before)):
		return pin
	case equalFold(last, "sk") && (n == 1 || keyKind(before) || cloud(before)):
		return keyID
	case equalFold(last, "ak") && (n == 1 || keyKind(before) || cloud(before)):
		return keyID
	case ends(last, "jsessionid"), ends(last, "phpsessid"), ends(last, "presharedkey"), equalFold(last, "seed") && otp(before), equalFold(last, "pat") && n > 1:
		return token
	case ends(last, "secret") || ends(last, "token") || equalFold(last, "credential") || equalFold(last, "credentials"):
		return token
	case ends(last, "apikey") || ends(last, "secretkey") || ends(last, "accesskey") || ends(last, "privatekey") ||
		ends(last, "authkey") || ends(last, "accountkey") || ends(last, "masterkey") || ends(last, "encryptionkey"):
		return token
	case equalFold(last, "key") && keyKind(before):
		return token
	case equalFold(last, "auth") && (n == 1):
		return token
	}
	return noClass
}

// glued reports whether "pass" ends a word that says whose it is: dbpass, storepass.
func glued(w string) bool {
	return ends(w, "pass") && len(w) > len("pass") && passOf(w[:len(w)-len("pass")])
}

// otp reports whether w says that a seed is one of one-time passwords.
func otp(w string) bool { return equalFold(w, "totp") || equalFold(w, "otp") || equalFold(w, "mfa") }

// cloud lists vendors whose pair of keys is called AK and SK.
func cloud(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "aliyun", "oss", "baidu", "bce", "bos", "map", "huawei", "huaweicloud", "hw", "hwc", "obs", "qiniu", "kodo", "volc", "volcengine", "tos", "ucloud", "jd", "ks3",
		"minio", "s3", "cos", "tencent":
		return true
	}
	return false
}

// passOf lists what stands before "pass" in the name of a password. A render pass is
// none.
func passOf(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "db", "database", "user", "admin", "root", "my", "smtp", "imap", "mail", "email", "ftp", "sftp", "ssh", "vpn", "wifi", "ldap", "sudo", "mysql", "pg",
		"postgres", "postgresql", "redis", "mongo", "rabbitmq", "amqp", "mqtt", "jdbc", "sql", "http", "auth", "api", "app", "svc", "service", "login", "proxy",
		"key", "store", "keystore", "truststore", "bind", "become", "sys", "system", "vault", "zip", "wlan", "vnc", "rdp", "oracle", "jenkins", "gitlab", "nexus", "wp", "sa", "default", "basic", "host", "server", "registry", "docker", "repo", "git", "account", "client", "secret":
		return true
	}
	return false
}

// keyKind lists what stands before "key" in the name of a secret. A primary,
// public or cache key is none.
func keyKind(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "api", "access", "private", "secret", "signing", "sign", "encryption", "encrypt", "encoding", "auth", "master", "account", "shared", "service",
		"storage", "license", "app", "admin", "consumer", "subscription", "webhook", "session", "jwt", "hmac", "aes", "cipher",
		"bot", "deploy", "root", "openai", "anthropic", "stripe", "deepseek", "gemini", "dashscope",
		"unseal", "recovery", "application", "server", "integration", "write", "ingest", "sdk", "preshared", "crypt", "crypto", "des", "sm4", "fernet", "machine",
		"validation", "decryption", "v3", "apiv3", "pay", "mch", "merchant", "partner", "totp", "otp", "cookie", "rails",
		"google", "firebase", "fcm", "gcp", "azure", "aws", "github", "gitlab", "sendgrid", "mailgun", "mailchimp", "twilio", "resend", "algolia", "datadog", "dd",
		"newrelic", "pagerduty", "opsgenie", "trello", "mistral", "cohere", "groq", "together", "pinecone", "maps", "amap", "tianditu", "baidu", "tencent",
		"weather", "qiniu", "wxpay", "wechat", "alipay", "jpush", "shodan", "virustotal", "nuget", "npm", "pypi":
		return true
	}
	return false
}

// suffix lists words after which a name still is a secret's: PASSWORD_PROD,
// SECRET_KEY_BASE, TOKEN_2.
func suffix(w string) bool {
	if all(w, isDigit) {
		return true
	}
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "prod", "production", "dev", "test", "testing", "staging", "stage", "live", "local", "ci", "old", "new", "value", "val", "str",
		"plain", "plaintext", "raw", "b64", "base64", "hex", "base", "main", "primary", "secondary", "default", "backup":
		return true
	}
	return false
}

// denies lists words that make a name one of a number, a switch, a message or a
// mark of a language model.
func denies(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "hash", "hashed", "encrypted", "public", "pub", "min", "max", "num", "count", "len", "length", "is", "has", "no", "not", "need", "needs",
		"require", "requires", "required", "use", "uses", "enable", "disable", "show", "hide", "forgot", "next", "page", "cursor", "continuation",
		"eos", "bos", "pad", "unk", "sep", "mask", "cls", "stop", "special", "per", "total", "input", "output", "prompt", "completion", "cached",
		"invalid", "missing", "wrong", "bad", "expired", "label", "title", "hint", "message", "msg", "error", "err", "placeholder", "field",
		"policy", "rule", "rules", "type", "kind", "name", "path", "file", "dir", "url", "uri", "env", "ref", "example", "idempotency":
		return true
	}
	return false
}

func equalFold(s, word string) bool { return len(s) == len(word) && hasFold(s, word) }

func ends(s, word string) bool { return len(s) >= len(word) && hasFold(s[len(s)-len(word):], word) }
