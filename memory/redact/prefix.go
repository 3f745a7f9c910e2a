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
	{id: "gitlab-token", prefix: "glsoat-", is: isIdent, min: 16},
	{id: "gitlab-token", prefix: "glimt-", is: isIdent, min: 16},
	{id: "gitlab-token", prefix: "glagent-", is: isIdent, min: 16},
	{id: "gitea-token", prefix: "gitea_", is: isLowerHex, min: 40, max: 40, strict: true},
	{id: "atlassian-token", prefix: "ATCTT3", is: isAtlassianByte, min: 40},
	{id: "amazon-mws-token", prefix: "amzn.mws.", is: isIdent, min: 32, max: 36},
	{id: "scaleway-access-key", prefix: "SCW", is: isUpperAlnum, min: 17, max: 17, strict: true, also: digitsAmong},
	{id: "vercel-token", prefix: "vcp_", is: isAlnum, min: 24, strict: true},
	{id: "fly-token", prefix: "fm2_", is: isBase64Byte, min: 40, strict: true},
	{id: "render-token", prefix: "rnd_", is: isAlnum, min: 24, strict: true, also: drawn},
	{id: "razorpay-key", prefix: "rzp_live_", is: isAlnum, min: 14, strict: true},
	{id: "razorpay-key", prefix: "rzp_test_", is: isAlnum, min: 14, strict: true},
	{id: "resend-key", prefix: "re_", is: isWord, min: 30, max: 36, strict: true, also: drawn},
	{id: "braintree-token", prefix: "access_token$production$", is: isDollarByte, min: 32},
	{id: "braintree-token", prefix: "access_token$sandbox$", is: isDollarByte, min: 32},
	{id: "baidu-access-key", prefix: "bce-v3/ALTAK-", is: isPathByte, min: 40},
	{id: "fireworks-key", prefix: "fw_", is: isAlnum, min: 22, max: 24, strict: true, also: drawn},
	{id: "langsmith-key", prefix: "lsv2_", is: isWord, min: 32, strict: true},
	{id: "langfuse-key", prefix: "sk-lf-", is: isIdent, min: 32, strict: true},
	{id: "pinecone-key", prefix: "pcsk_", is: isWord, min: 40, strict: true},
	{id: "tavily-key", prefix: "tvly-", is: isIdent, min: 24, strict: true},
	{id: "jina-key", prefix: "jina_", is: isIdent, min: 40, strict: true},
	{id: "wandb-key", prefix: "wandb_v1_", is: isIdent, min: 40, strict: true},
	{id: "sk-key", prefix: "sk_", is: isLowerHex, min: 32, strict: true},
	{id: "nvidia-key", prefix: "nvapi-", is: isIdent, min: 40, strict: true},
	{id: "cerebras-key", prefix: "csk-", is: isAlnum, min: 32, strict: true},
	{id: "voyage-key", prefix: "pa-", is: isIdent, min: 43, max: 43, strict: true, also: drawn},
	{id: "crates-token", prefix: "cio", is: isAlnum, min: 32, max: 32, strict: true, also: drawn},
	{id: "nuget-key", prefix: "oy2", is: isLowerAlnum, min: 43, max: 43, strict: true, also: digitsAmong},
	{id: "vault-token", prefix: "s.", is: isAlnum, min: 24, max: 24, strict: true, also: drawn},
	{id: "1password-token", prefix: "ops_eyJ", is: isAtlassianByte, min: 40, strict: true},
	{id: "infisical-token", prefix: "st.", is: isJWTByte, min: 80, strict: true, also: mostlyHex},
	{id: "figma-token", prefix: "figd_", is: isIdent, min: 30, strict: true},
	{id: "clickup-token", prefix: "pk_", is: isUpperWord, min: 34, max: 44, strict: true, also: digitsAmong},
	{id: "hubspot-token", prefix: "pat-na1-", is: isIdent, min: 36, max: 36, strict: true, also: mostlyHex},
	{id: "hubspot-token", prefix: "pat-eu1-", is: isIdent, min: 36, max: 36, strict: true, also: mostlyHex},
	{id: "buildkite-token", prefix: "bkua_", is: isLowerHex, min: 40, strict: true},
	{id: "supabase-key", prefix: "sb_secret_", is: isIdent, min: 22, strict: true},
	{id: "neon-key", prefix: "napi_", is: isAlnum, min: 40, strict: true},
	{id: "mapbox-token", prefix: "sk.eyJ", is: isJWTByte, min: 40, strict: true},
	{id: "contentful-token", prefix: "CFPAT-", is: isIdent, min: 32, strict: true},
	{id: "facebook-token", prefix: "EAA", is: isAlnum, min: 90, strict: true, also: drawn},
	{id: "instagram-token", prefix: "IGQV", is: isIdent, min: 80, strict: true, also: drawn},
	{id: "yandex-token", prefix: "t1.", is: isJWTByte, min: 100, strict: true, also: drawn},
	{id: "yandex-token", prefix: "y0_", is: isIdent, min: 50, strict: true, also: drawn},
	{id: "yandex-token", prefix: "AQVN", is: isIdent, min: 35, max: 38, strict: true, also: drawn},
	{id: "vk-token", prefix: "vk1.a.", is: isIdent, min: 60, strict: true},
	{id: "databricks-token", prefix: "dsat", is: isLowerHex, min: 32, max: 32, strict: true},
	{id: "databricks-token", prefix: "dose", is: isLowerHex, min: 32, max: 32, strict: true},
	{id: "doppler-token", prefix: "dp.st.", is: isJWTByte, min: 40, strict: true},
	{id: "doppler-token", prefix: "dp.sa.", is: isAlnum, min: 40, strict: true},
	{id: "doppler-token", prefix: "dp.ct.", is: isAlnum, min: 40, strict: true},
	{id: "doppler-token", prefix: "dp.scim.", is: isAlnum, min: 40, strict: true},
	{id: "newrelic-key", prefix: "NRAK-", is: isUpperAlnum, min: 20, strict: true},
	{id: "newrelic-key", prefix: "NRJS-", is: isLowerHex, min: 19, max: 19, strict: true},
	{id: "newrelic-key", prefix: "NRII-", is: isIdent, min: 32, max: 32, strict: true},
	{id: "circleci-token", prefix: "CCIPAT_", is: isWord, min: 40, strict: true},
	{id: "circleci-token", prefix: "CCIPRJ_", is: isWord, min: 40, strict: true},
	{id: "typeform-token", prefix: "tfp_", is: isWord, min: 40, strict: true},
	{id: "square-token", prefix: "sq0idp-", is: isIdent, min: 22},
	{id: "postman-token", prefix: "PMAT-", is: isUpperAlnum, min: 26, max: 26, strict: true},
	{id: "linear-token", prefix: "lin_oauth_", is: isLowerHex, min: 40},
	{id: "sourcegraph-token", prefix: "sgp_", is: isWord, min: 40, strict: true},
	{id: "twitter-bearer-token", prefix: "AAAAAAAAAAAAAAAAAAAAA", is: isEscapedByte, min: 60, strict: true, also: mixed},
	{id: "slack-token", prefix: "xoxe.", is: isIdent, min: 16},
	{id: "serverchan-key", prefix: "SCT", is: isAlnum, min: 30, max: 40, strict: true, also: drawn},
	{id: "tailscale-key", prefix: "tskey-", is: isIdent, min: 24, strict: true},
	{id: "dropbox-token", prefix: "sl.", is: isJWTByte, min: 60, strict: true, also: drawn},
	{id: "heroku-key", prefix: "HRKU-", is: isIdent, min: 36, strict: true},
	{id: "bitbucket-app-password", prefix: "ATBB", is: isAlnum, min: 24, max: 36, strict: true, also: drawn},
	{id: "dingtalk-secret", prefix: "SEC", is: isLowerHex, min: 64, max: 64, strict: true},
}

func isLowerHex(c byte) bool      { return isDigit(c) || 'a' <= c && c <= 'f' }
func isJWTByte(c byte) bool       { return isIdent(c) || c == '.' }
func isBase64Byte(c byte) bool    { return isAlnum(c) || c == '+' || c == '/' || c == '=' }
func isEscapedByte(c byte) bool   { return isIdent(c) || isBase64Byte(c) || c == '%' }
func isUpperAlnum(c byte) bool    { return isUpper(c) || isDigit(c) }
func isUpperWord(c byte) bool     { return isUpper(c) || isDigit(c) || c == '_' }
func isLowerAlnum(c byte) bool    { return isLower(c) || isDigit(c) }
func isDollarByte(c byte) bool    { return isAlnum(c) || c == '$' }
func isPathByte(c byte) bool      { return isIdent(c) || c == '/' }
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

// digitsAmong reports whether a body has digits as drawn characters do: more than one.
func digitsAmong(body string) bool { return classify(body).digits > 1 }

// mostlyHex reports whether a body is hexadecimal but for its separators.
func mostlyHex(body string) bool {
	return all(body, func(c byte) bool { return isLowerHex(c) || c == '.' || c == '-' })
}

// drawn tells a body from the name of a method: s.ReadUint16LengthPrefixed.
func drawn(body string) bool { return mixed(body) && !wordy(body) }

// airtable checks the form of a personal access token: 14 characters, a dot and 64
// hexadecimal digits.
func airtable(body string) bool {
	head, tail, _ := strings.Cut(body, ".")
	return all(head, isAlnum) && len(tail) == 64 && all(tail, isLowerHex)
}
