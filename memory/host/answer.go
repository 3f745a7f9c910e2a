package host

import "github.com/go-json-experiment/json/jsontext"

// object writes a JSON object of strings, in the order given: key, value, key, value.
func object(pairs ...string) string {
	b := []byte{'{'}
	for i := 0; i+1 < len(pairs); i += 2 {
		if i > 0 {
			b = append(b, ',')
		}
		b = quote(b, pairs[i])
		b = append(b, ':')
		b = quote(b, pairs[i+1])
	}
	return string(append(b, '}'))
}

// quote appends a JSON string. Bad UTF-8 becomes U+FFFD.
func quote(b []byte, s string) []byte {
	out, err := jsontext.AppendQuote(b, s)
	if err != nil { // bad UTF-8, which was replaced
		return out
	}
	return out
}

// nested is the answer of the hosts that read hookSpecificOutput.
func nested(event, text string) []byte {
	return []byte(`{"hookSpecificOutput":` + object("hookEventName", event, "additionalContext", text) + "}\n")
}
