package redact

// keyClass is the class of a name that ends in "key", by the word before it.
func keyClass(before, beforeThat string, alone bool) class {
	switch {
	case alone, article(before):
		return bareKey
	case wireless(before), equalFold(before, "fi") && equalFold(beforeThat, "wi"):
		return password
	case keyKind(before):
		return token
	case ownKey(before):
		return noClass
	}
	return anyKey
}

// article reports whether w says nothing of the key after it.
func article(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "the", "a", "this", "that", "my", "our", "your", "their", "its", "new", "old", "following", "current":
		return true
	}
	return false
}

// wireless reports whether w says that a key opens a network: people choose those.
func wireless(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "wifi", "wlan", "wireless", "wpa", "wpa2", "wep", "network":
		return true
	}
	return false
}

// grammar reports whether a token of that kind is one of a language.
func grammar(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "unexpected", "unrecognized", "unrecognised", "illegal", "unknown", "undefined", "lookahead", "special", "mask", "pad", "separator", "keyword", "expected", "start", "end", "stop", "bos", "eos", "next", "previous", "per", "input", "output":
		return true
	}
	return false
}

// endClass is the class of a name whose last word is made of two: dbpassword, apikey.
func endClass(last string) class {
	switch {
	case ends(last, "passphrase"):
		return phrase
	case equalFold(last, "ppassword"):
		return noClass // 7z -ppassword
	case ends(last, "password"), ends(last, "passwd"), ends(last, "authtok"), equalFold(last, "stapsk"), equalFold(last, "rocommunity"), equalFold(last, "rwcommunity"), ends(last, "pwd"), ends(last, "passcode"), glued(last):
		return password
	case ends(last, "presharedkey"), ends(last, "secret"), ends(last, "token"), ends(last, "apikey"), ends(last, "secretkey"), ends(last, "accesskey"), ends(last, "privatekey"),
		ends(last, "authkey"), equalFold(last, "rpcauth"), equalFold(last, "localkey"), equalFold(last, "appskey"), equalFold(last, "nwkskey"), equalFold(last, "bindkey"), ends(last, "accountkey"), ends(last, "masterkey"), ends(last, "encryptionkey"), ends(last, "aeskey"), ends(last, "signkey"), ends(last, "appkey"), ends(last, "streamkey"), ends(last, "pushkey"), ends(last, "writekey"), ends(last, "checkword"), ends(last, "sessid"):
		return token
	}
	return noClass
}

// idOf is the class of names that end in "id" or "data" and yet are a secret's: access_key_id,
// SecretId, client-key-data. The words begin with the last.
func idOf(list []string) class {
	n := len(list)
	switch {
	case n > 2 && equalFold(list[0], "id") && equalFold(list[1], "key") && equalFold(list[2], "access"), n > 1 && equalFold(list[0], "id") && equalFold(list[1], "secret"):
		return keyID
	case n > 2 && equalFold(list[0], "data") && equalFold(list[1], "key") && equalFold(list[2], "client"):
		return token
	case n > 2 && equalFold(list[0], "key") && equalFold(list[1], "shared") && equalFold(list[2], "pre"), n > 2 && equalFold(list[0], "value") && equalFold(list[1], "password"):
		return password
	case n > 1 && equalFold(list[0], "material") && equalFold(list[1], "key"), n > 1 && equalFold(list[0], "string") && equalFold(list[1], "community"):
		return password
	case n > 1 && equalFold(list[0], "ident") && equalFold(list[1], "auth"), n == 1 && equalFold(list[0], "robot"):
		return anyKey
	case n > 1 && equalFold(list[0], "salt") && (equalFold(list[1], "auth") || equalFold(list[1], "in") || equalFold(list[1], "nonce")):
		return token
	case n > 1 && equalFold(list[0], "word") && equalFold(list[1], "check"):
		return token
	case n > 1 && equalFold(list[0], "team") && equalFold(list[1], "honeycomb"), n > 1 && equalFold(list[0], "code") && equalFold(list[1], "js"):
		return token
	case n > 1 && equalFold(list[0], "id") && equalFold(list[1], "session"):
		return sessionID
	}
	return noClass
}

// ownKey lists what stands before "key" where the key opens nothing.
func ownKey(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "cache", "publishable", "start", "end", "first", "last", "low", "high", "from", "to", "primary", "foreign", "sort", "partition", "row", "public", "pub", "host", "hosts", "registry", "lookup", "index", "object", "dedup", "dedupe", "deduplication", "idempotency", "idempotent",
		"map", "dict", "group", "event", "message", "shard", "unique", "composite", "label", "config", "conf", "i18n", "translation", "locale", "react", "list", "item",
		"child", "parent", "node", "tree", "file", "tab", "shortcut", "hot", "arrow", "function", "press", "socket", "order", "trace", "correlation", "merge", "join", "search",
		"query", "param", "header", "settings", "setting", "s3", "redis", "lock", "row_key", "range", "document", "doc", "record", "entity", "model", "field", "column", "property", "prop",
		"sorting", "grouping", "state", "store", "each", "any", "some", "which", "by", "same", "natural", "surrogate", "business", "candidate", "hash", "etag",
		"commit", "blob", "artifact", "build", "job", "task", "step", "metric", "feature", "flag", "toggle", "default", "menu", "route", "page", "screen", "view", "widget", "component",
		"enter", "escape", "esc", "ctrl", "shift", "alt", "tab_key", "delete", "space", "left", "right", "up", "down", "on", "modifier", "keyboard", "answer", "public_key", "turn", "key", "fingerprint",
		"log", "topic", "queue", "kafka", "consumergroup", "hashtable", "kv", "dynamo", "dynamodb", "mongo", "issue", "jira", "project", "ticket", "annotation", "tag", "meta", "metadata", "gpg", "pgp", "rsa", "ecdsa", "ed25519", "eddsa", "dsa", "using", "version", "lang", "language", "string", "resource":
		return true
	}
	return false
}

// glued reports whether "pass" or "pw" ends a word that says whose it is: dbpass,
// deststorepass, bindpw.
func glued(w string) bool {
	head, found := "", false
	for _, end := range [...]string{"pass", "pw"} {
		if ends(w, end) && len(w) > len(end) {
			head, found = w[:len(w)-len(end)], true
			break
		}
	}
	return found && (passOf(head) || ends(head, "store") || ends(head, "user") || ends(head, "db") || ends(head, "root") || ends(head, "admin"))
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
	case "api", "setup", "entry", "access", "private", "secret", "signing", "sign", "encryption", "encrypt", "encoding", "auth", "master", "account", "shared", "service",
		"storage", "license", "app", "admin", "consumer", "subscription", "webhook", "session", "jwt", "hmac", "aes", "cipher",
		"bot", "deploy", "root", "openai", "anthropic", "stripe", "deepseek", "gemini", "dashscope",
		"unseal", "recovery", "application", "server", "integration", "write", "ingest", "sdk", "preshared", "crypt", "crypto", "des", "sm4", "fernet", "machine",
		"validation", "decryption", "v3", "apiv3", "pay", "mch", "merchant", "partner", "totp", "otp", "cookie", "rails",
		"google", "firebase", "fcm", "gcp", "azure", "aws", "github", "gitlab", "sendgrid", "mailgun", "mailchimp", "twilio", "resend", "algolia", "datadog", "dd",
		"newrelic", "pagerduty", "opsgenie", "trello", "mistral", "cohere", "groq", "together", "pinecone", "maps", "amap", "tianditu", "baidu", "tencent",
		"weather", "qiniu", "wxpay", "wechat", "alipay", "jpush", "shodan", "virustotal", "nuget", "npm", "pypi", "send", "push", "enc", "verify", "verification", "internal", "client", "user", "developer", "gateway", "platform", "seed", "wallet", "deployer", "hf", "dek", "kek", "data", "smtp", "sms",
		"local", "device", "nwk", "nwks", "apps", "link", "join", "mesh", "beacon", "bind", "bond", "drm", "content", "media", "dev", "tuya", "hue":
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
		"sha256", "sha1", "plain", "plaintext", "raw", "b64", "base64", "hex", "base", "main", "primary", "secondary", "default", "backup":
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
		"require", "requires", "required", "use", "uses", "enable", "disable", "show", "hide", "forgot", "eos", "bos", "pad", "unk", "sep", "mask", "cls", "stop", "special", "per", "total",
		"prompt", "completion", "cached", "empty", "invalid", "missing", "wrong", "bad", "expired", "label", "title", "hint", "placeholder", "policy", "example", "kid":
		return true
	}
	return false
}

// pages lists what stands right before "token" in the name of a place in a list.
func pages(w string) bool {
	var buf [wordMax]byte
	switch string(folded(w, &buf)) {
	case "page", "next", "previous", "cursor", "continuation", "sync", "skip", "resume", "pagination", "marker", "cancellation", "input", "output", "syntax", "lexer", "design":
		return true
	}
	return false
}
