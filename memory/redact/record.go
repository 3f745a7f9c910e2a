package redact

import (
	"slices"
	"strings"
)

// Record takes the secrets out of the texts of one record, as [Text] does out of one: a head that says what the record
// is about, its body, and texts that go with them. In a record a value may be a secret although its own text does not say so:
// the head names it and the body begins with it, or another text says so. changed reports whether anything was taken out.
func Record(head, body string, rest ...string) (texts []string, changed bool) {
	texts = append([]string{head, body}, rest...)
	var secrets []string
	for i, s := range texts {
		if found := Find(s); len(found) > 0 {
			secrets = addFound(secrets, s, 0, found)
			texts[i] = Text(s)
		}
	}
	if namesSecret(head) {
		for _, sep := range [...]string{": ", "\n"} {
			joined := head + sep + body
			secrets = addFound(secrets, joined, len(head)+len(sep), Find(joined))
		}
	}
	for i := range texts {
		texts[i] = without(texts[i], secrets)
		if i > 1 && pieceOfAny(texts[i], secrets) {
			texts[i] = Mark
		}
		changed = changed || i == 0 && texts[i] != head || i == 1 && texts[i] != body || i > 1 && texts[i] != rest[i-2]
	}
	return texts, changed
}

// addFound adds what was found in s to the secrets that are known, as far as it stands behind s[:from].
func addFound(secrets []string, s string, from int, found []Finding) []string {
	for _, f := range found {
		if f.End <= from {
			continue
		}
		if secret := s[max(f.Start, from):f.End]; !slices.Contains(secrets, secret) {
			secrets = append(secrets, secret)
		}
	}
	return secrets
}

// namesSecret reports whether a value behind head would be taken for a secret: "Staging db password", 测试库密码.
func namesSecret(head string) bool {
	const value = "vQ7$kZ2!mX9w" // as nobody thinks up; it stands for what comes
	probe := head + ": " + value
	for _, f := range Find(probe) {
		if f.End > len(head)+len(": ") {
			return true
		}
	}
	return false
}

// without takes secrets out of s that are known to be some.
func without(s string, secrets []string) string {
	for _, secret := range secrets {
		if len(secret) > shortPiece {
			s = strings.ReplaceAll(s, secret, Mark)
		}
	}
	return s
}

// shortPiece is how many bytes of a secret a word may have in common with it by chance.
const shortPiece = 4

// pieceOfAny reports whether a word is a piece of a secret, as a hit word is that was drawn from it.
func pieceOfAny(word string, secrets []string) bool {
	return len(word) > shortPiece && slices.ContainsFunc(secrets, func(secret string) bool {
		return strings.Contains(strings.ToLower(secret), strings.ToLower(word))
	})
}
