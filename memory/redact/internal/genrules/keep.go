package main

import (
	"regexp/syntax"
	"strings"
)

// Fragments that gitleaks' own generator puts round its expressions.
const (
	lead     = `[\w.-]{0,50}?`
	operator = `(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}`
	wideTail = `(?:[^a-zA-Z0-9+/]|\z)`
	tail     = `(?:[\x60'"\s;]|\\[nr]|$)`
)

// minLiteral is the fixed text, in characters, that a secret must carry to be
// told from a hash or a word when only a vendor's name stands before it.
const minLiteral = 3

// keep says why a rule is left out of the table, or "" for a rule that stays.
//
// A rule stays when its expression alone proves a secret. So a rule goes when
// it needs a file's path, or when it knows only a vendor's name and the length
// and alphabet of the value ("linear: " and 32 hexadecimal digits is any
// digest). Names such as LINEAR_API_KEY are the matter of redact's own rule for
// assignments.
func keep(r rule) (why string, err error) {
	if why := dropped(r.id); why != "" {
		return why, nil
	}
	if r.expr == "" || r.path != "" {
		return "needs a path", nil
	}
	if !strings.Contains(r.expr, operator) {
		return "", nil
	}
	re, err := syntax.Parse(r.expr, syntax.Perl)
	if err != nil {
		return "", err
	}
	group := capture(re, max(r.group, 1))
	if group == nil || literal(group) < minLiteral {
		return "the value has no shape of its own", nil
	}
	return "", nil
}

// dropped lists the rules that are left out one by one.
func dropped(id string) string {
	switch id {
	case "generic-api-key", "curl-auth-header", "curl-auth-user", "private-key", "jwt", "jwt-base64",
		"aws-access-token", "slack-webhook-url", "microsoft-teams-webhook",
		"slack-legacy-workspace-token", "sidekiq-sensitive-url":
		return "redact has a rule of its own for it"
	case "twilio-api-key", "vault-service-token", "square-access-token":
		return "matches inside ordinary text; redact has a stricter rule"
	case "sourcegraph-access-token", "atlassian-api-token":
		return "one of its forms is a plain digest"
	case "clickhouse-cloud-api-secret-key":
		return "may be a plain digest"
	case "aws-amazon-bedrock-api-key-short-lived":
		return "matches a fixed head, not the secret after it"
	case "facebook-access-token":
		return "a number and a random text; redact finds it by the name before it"
	case "dropbox-long-lived-api-token":
		return "base64 of zeros looks the same; redact finds it by the name before it"
	case "lob-api-key":
		return "its keyword test_ is everywhere; redact knows the form without the name"
	case "flutterwave-public-key", "mailgun-pub-key", "lob-pub-api-key", "mapbox-api-token":
		return "public by intent"
	}
	return ""
}

// rewrite makes an expression fit for running text. gitleaks wants a quote or
// white space after a secret; text has 。 or ) there. The lead before a name
// only serves gitleaks' reports and makes matching slow. A secret may also stand
// after a line break that is written \n.
func rewrite(r rule) string {
	if r.id == "gitlab-session-cookie" {
		return `_gitlab_session=([0-9a-z]{32})`
	}
	expr := strings.ReplaceAll(r.expr, lead, "")
	expr = strings.ReplaceAll(expr, tail, `(?:[^0-9A-Za-z_]|$)`)
	flags := ""
	if rest, ok := strings.CutPrefix(expr, "(?i)"); ok {
		flags, expr = "(?i)", rest
	}
	if rest, ok := strings.CutPrefix(expr, `\b`); ok {
		if !strings.HasPrefix(rest, "(") {
			// A group keeps the written line break, and what follows the
			// secret, out of the finding.
			body, edge := rest, ""
			if cut, ok := strings.CutSuffix(rest, wideTail); ok {
				body, edge = cut, wideTail
			}
			rest = "(" + body + ")" + edge
		}
		expr = `(?:\b|\\[nrt])` + rest
	}
	return flags + expr
}

// capture returns what stands in the capturing group n of an expression.
func capture(re *syntax.Regexp, n int) *syntax.Regexp {
	if re.Op == syntax.OpCapture && re.Cap == n {
		return re.Sub[0]
	}
	for _, sub := range re.Sub {
		if found := capture(sub, n); found != nil {
			return found
		}
	}
	return nil
}

// literal returns the length of the longest run of fixed characters that every
// match has.
func literal(re *syntax.Regexp) int {
	longest := 0
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpRepeat:
		if sub := re.Sub[0]; sub.Op == syntax.OpLiteral {
			return re.Min * len(sub.Rune)
		}
	case syntax.OpAlternate:
		longest = literal(re.Sub[0])
		for _, sub := range re.Sub[1:] {
			longest = min(longest, literal(sub))
		}
	case syntax.OpConcat, syntax.OpCapture:
		for _, sub := range re.Sub {
			longest = max(longest, literal(sub))
		}
	}
	return longest
}
