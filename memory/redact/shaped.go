package redact

// shape is a token whose telling part, the sign, stands inside it or ends it: before it
// stand from least to most bytes of head, after it of tail.
type shape struct {
	sign       string // as it is written
	head       func(c byte) bool
	least      int
	most       int
	tail       func(c byte) bool
	leastAfter int
	mostAfter  int
	also       func(token string) bool // further condition, may be nil
}

var shapes = [...]shape{
	// Microsoft Entra: three characters, a digit, Q~ and 31 to 34 more.
	{sign: "Q~", head: isAlnum, least: 4, most: 4, tail: isAzureByte, leastAfter: 30, mostAfter: 36, also: mixed},
	{sign: "Q~", head: isAzureByte, least: 4, most: 4, tail: isAzureByte, leastAfter: 30, mostAfter: 36, also: mixed},
	// Azure DevOps and the keys of Azure OpenAI: 84 characters, of which JQQJ99 are the 53rd to 58th.
	{sign: "JQQJ99", head: isAlnum, least: 40, most: 52, tail: isAlnum, leastAfter: 16, mostAfter: 32},
	{sign: "AZDO", head: isAlnum, least: 70, most: 80, tail: isAlnum, leastAfter: 4, mostAfter: 4},
	// HCP Terraform.
	{sign: ".atlasv1.", head: isAlnum, least: 14, most: 14, tail: isIdentEq, leastAfter: 50, mostAfter: 80},
	// MaxMind.
	{sign: "_mmk", head: isWord, least: 30, most: 40, tail: isAlnum, also: drawn},
	// Mailchimp: 32 hexadecimal digits and a data centre.
	{sign: "-us", head: isLowerHex, least: 32, most: 32, tail: isDigit, leastAfter: 1, mostAfter: 2},
	// New Relic: a licence key, and the token of a mobile app.
	{sign: "NRAL", head: isLowerAlnum, least: 32, most: 40, tail: isAlnum, also: digitsAmong},
	{sign: "-NRMA", head: isAlnum, least: 40, most: 44, tail: isAlnum, also: digitsAmong},
	// Firebase Cloud Messaging.
	{sign: ":APA91b", head: isIdent, least: 11, most: 24, tail: isIdent, leastAfter: 100, mostAfter: 180},
	// Tableau.
	{sign: "==:", head: isBase64Byte, least: 22, most: 22, tail: isAlnum, leastAfter: 32, mostAfter: 32},
}

func isAzureByte(c byte) bool { return isIdent(c) || c == '.' || c == '~' }

// shaped finds a token round its sign t.s[at:end].
func shaped(t *text, at, end int) (a, b span) {
	for i := range shapes {
		if p := &shapes[i]; t.s[at:end] == p.sign {
			if a = p.find(t, at, end); !a.none() {
				return a, b
			}
		}
	}
	return
}

func (p *shape) find(t *text, at, end int) span {
	s, start, stop := t.s, at, end
	for start > 0 && p.head(s[start-1]) && at-start <= p.most {
		start--
	}
	for stop < len(s) && p.tail(s[stop]) && stop-end <= p.mostAfter {
		stop++
	}
	t.pay(stop - start)
	for stop > end && (s[stop-1] == '.' || s[stop-1] == '-') {
		stop--
	}
	if n := at - start; n < p.least || n > p.most {
		return span{}
	}
	if n := stop - end; n < p.leastAfter || n > p.mostAfter {
		return span{}
	}
	token := s[start:stop]
	if start > 0 && isAlnum(s[start-1]) || stop < len(s) && isWord(s[stop]) || entropy(token) < 3 || placeholder(token) || p.also != nil && !p.also(token) {
		return span{}
	}
	return span{start, stop}
}
