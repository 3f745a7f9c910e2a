package redact

import "strings"

// prefixToken is a token that begins with a fixed prefix. The lengths are looser
// than what vendors give out today: a token cut short, or one of a new length, is
// still a secret.
type prefixToken struct {
	id     string
	prefix string              // as it is written; upper and lower case differ
	is     func(c byte) bool   // the bytes of the body
	min    int                 // shortest body
	max    int                 // longest body, 0 for no limit; a longer run is no token
	strict bool                // no letter, digit, "-" or "_" may stand before the prefix
	also   func(s string) bool // further condition on the body, may be nil
}

var prefixTokens = [...]prefixToken{
	{id: "github-token", prefix: "ghp_", is: isWord, min: 20},
	{id: "github-token", prefix: "gho_", is: isWord, min: 20},
	{id: "github-token", prefix: "ghu_", is: isWord, min: 20},
	{id: "github-token", prefix: "ghs_", is: isJWTByte, min: 20},
	{id: "github-token", prefix: "ghr_", is: isWord, min: 20},
	{id: "github-token", prefix: "github_pat_", is: isWord, min: 22},
	{id: "gitlab-token", prefix: "glpat-", is: isJWTByte, min: 16},
	{id: "gitlab-token", prefix: "gldt-", is: isIdent, min: 16},
	{id: "gitlab-token", prefix: "glrt-", is: isJWTByte, min: 16},
	{id: "gitlab-token", prefix: "glcbt-", is: isJWTByte, min: 16},
	{id: "gitlab-token", prefix: "glptt-", is: isIdent, min: 16},
	{id: "gitlab-token", prefix: "gloas-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxb-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxp-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxa-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxr-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxs-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxc-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xoxd-", is: isEscapedByte, min: 16},
	{id: "slack-token", prefix: "xoxe-", is: isIdent, min: 16},
	{id: "slack-token", prefix: "xapp-", is: isIdent, min: 16},
	{id: "stripe-key", prefix: "sk_live_", is: isWord, min: 10},
	{id: "stripe-key", prefix: "sk_test_", is: isWord, min: 10},
	{id: "stripe-key", prefix: "rk_live_", is: isWord, min: 10},
	{id: "stripe-key", prefix: "rk_test_", is: isWord, min: 10},
	{id: "stripe-webhook-secret", prefix: "whsec_", is: isBase64Byte, min: 16},
	{id: "anthropic-key", prefix: "sk-ant-", is: isIdent, min: 16, strict: true},
	{id: "openai-key", prefix: "sk-proj-", is: isIdent, min: 16, strict: true},
	{id: "openai-key", prefix: "sk-svcacct-", is: isIdent, min: 16, strict: true},
	{id: "openai-key", prefix: "sk-admin-", is: isIdent, min: 16, strict: true},
	{id: "openrouter-key", prefix: "sk-or-", is: isIdent, min: 16, strict: true},
	{id: "sk-key", prefix: "sk-", is: isAlnum, min: 16, strict: true},
	{id: "groq-key", prefix: "gsk_", is: isAlnum, min: 20, strict: true},
	{id: "xai-key", prefix: "xai-", is: isAlnum, min: 20, strict: true},
	{id: "perplexity-key", prefix: "pplx-", is: isAlnum, min: 20, strict: true},
	{id: "replicate-token", prefix: "r8_", is: isAlnum, min: 30, strict: true},
	{id: "huggingface-token", prefix: "hf_", is: isAlnum, min: 20, strict: true},
	{id: "npm-token", prefix: "npm_", is: isAlnum, min: 30, strict: true},
	{id: "pypi-token", prefix: "pypi-AgE", is: isIdent, min: 16},
	{id: "docker-token", prefix: "dckr_pat_", is: isIdent, min: 16},
	{id: "docker-token", prefix: "dckr_oat_", is: isIdent, min: 16},
	{id: "digitalocean-token", prefix: "dop_v1_", is: isHex, min: 32},
	{id: "google-api-key", prefix: "AIza", is: isIdent, min: 30},
	{id: "google-oauth-secret", prefix: "GOCSPX-", is: isIdent, min: 16},
	{id: "google-oauth-token", prefix: "ya29.", is: isJWTByte, min: 20},
	{id: "google-refresh-token", prefix: "1//0", is: isIdent, min: 30, strict: true},
	{id: "aliyun-access-key-id", prefix: "LTAI", is: isAlnum, min: 12, max: 26, strict: true, also: mixed},
	{id: "tencent-secret-id", prefix: "AKID", is: isAlnum, min: 32, max: 44, strict: true, also: mixed},
	{id: "volcengine-access-key", prefix: "AKLT", is: isAlnum, min: 32, max: 60, strict: true, also: mixed},
	{id: "baidu-access-key", prefix: "ALTAK", is: isAlnum, min: 16, max: 32, strict: true, also: mixed},
	{id: "twilio-key", prefix: "SK", is: isLowerHex, min: 32, max: 32, strict: true},
	{id: "sendgrid-token", prefix: "SG.", is: isJWTByte, min: 40, strict: true},
	{id: "mailchimp-token", prefix: "md-", is: isIdent, min: 22, max: 22, strict: true, also: mixed},
	{id: "mailgun-key", prefix: "key-", is: isLowerHex, min: 32, max: 32, strict: true},
	{id: "lob-key", prefix: "live_", is: isLowerHex, min: 35, max: 35, strict: true},
	{id: "lob-key", prefix: "test_", is: isLowerHex, min: 35, max: 35, strict: true},
	{id: "vault-token", prefix: "hvs.", is: isIdent, min: 20, strict: true},
	{id: "vault-token", prefix: "hvb.", is: isIdent, min: 20, strict: true},
	{id: "sonar-token", prefix: "squ_", is: isLowerHex, min: 40, max: 40},
	{id: "sonar-token", prefix: "sqp_", is: isLowerHex, min: 40, max: 40},
	{id: "sonar-token", prefix: "sqa_", is: isLowerHex, min: 40, max: 40},
	{id: "supabase-token", prefix: "sbp_", is: isLowerHex, min: 40, max: 40},
	{id: "atlassian-token", prefix: "ATATT3", is: isAtlassianByte, min: 40},
	{id: "notion-token", prefix: "ntn_", is: isAlnum, min: 40},
	{id: "notion-token", prefix: "secret_", is: isAlnum, min: 43, max: 43, strict: true, also: mixed},
	{id: "linear-key", prefix: "lin_api_", is: isAlnum, min: 30},
	{id: "airtable-token", prefix: "pat", is: isJWTByte, min: 79, max: 79, strict: true, also: airtable},
	{id: "age-key", prefix: "AGE-SECRET-KEY-1", is: isAlnum, min: 40},
	{id: "bedrock-key", prefix: "bedrock-api-key-", is: isBase64Byte, min: 40},
	{id: "square-token", prefix: "sq0atp-", is: isIdent, min: 22},
	{id: "square-token", prefix: "sq0csp-", is: isIdent, min: 22},
	{id: "square-token", prefix: "EAAA", is: isIdent, min: 56, max: 60, strict: true, also: mixed},
	{id: "shopify-token", prefix: "shpat_", is: isHex, min: 32},
	{id: "shopify-token", prefix: "shpss_", is: isHex, min: 32},
}

func isLowerHex(c byte) bool      { return isDigit(c) || 'a' <= c && c <= 'f' }
func isJWTByte(c byte) bool       { return isIdent(c) || c == '.' }
func isBase64Byte(c byte) bool    { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isEscapedByte(c byte) bool   { return isIdent(c) || isBase64Byte(c) || c == '%' }
func isAtlassianByte(c byte) bool { return isIdent(c) || c == '=' }

// find returns the token that begins at s[at], where the prefix stands in some
// case of its letters.
func (t *prefixToken) find(s string, at int) span {
	if !strings.HasPrefix(s[at:], t.prefix) || !leftEdge(s, at) {
		return span{}
	}
	if t.strict && at > 0 && (s[at-1] == '-' || s[at-1] == '_') {
		return span{}
	}
	from := at + len(t.prefix)
	to := from
	// A long run is judged by its head, so that a text made of prefixes alone
	// is not read again and again.
	for to < len(s) && to-from < judged && t.is(s[to]) {
		to++
	}
	head := s[from:to]
	if to-from == judged {
		if entropy(head) < 2.5 || !tokenLike(head) {
			return span{}
		}
		for to < len(s) && t.is(s[to]) {
			to++
		}
	}
	// The full stop of a sentence, or a dash before more text.
	for to > from && (s[to-1] == '.' || s[to-1] == '-') {
		to--
	}
	body := s[from:to]
	if len(body) < t.min || t.max > 0 && len(body) > t.max {
		return span{}
	}
	// What follows in another alphabet shows a longer word of another kind.
	if to < len(s) && isWord(s[to]) {
		return span{}
	}
	if head = body[:min(len(body), judged)]; entropy(head) < 2.5 || placeholder(head) || !tokenLike(head) || t.also != nil && !t.also(head) {
		return span{}
	}
	return span{at, to}
}

// tokenLike tells the body of a token from words: gsk_long_function_name.
func tokenLike(body string) bool {
	c := classify(body)
	return c.digits > 0 || !strings.ContainsAny(body, "_-.") && (c.uppers > 1 && c.lowers > 0 || len(body) >= 16 && entropy(body) >= 3.3)
}

func mixed(body string) bool {
	c := classify(body)
	return c.digits > 0 && c.uppers > 0 && c.lowers > 0
}

// airtable checks the form of a personal access token: 14 characters, a dot and 64
// hexadecimal digits.
func airtable(body string) bool {
	head, tail, _ := strings.Cut(body, ".")
	return all(head, isAlnum) && len(tail) == 64 && all(tail, isLowerHex)
}
