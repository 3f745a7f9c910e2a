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
		Text(text) // compiles what it wakes
		if n := testing.AllocsPerRun(20, func() { Text(text) }); n > 0 {
			t.Errorf("Text(%q) allocates %v times", text, n)
		}
	}
}
