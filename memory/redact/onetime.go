package redact

// oneTime reports whether v is a code of four to eight digits, as banks, doors and second factors
// have, and no year.
func oneTime(v string) bool {
	return len(v) >= 4 && len(v) <= 8 && all(v, isDigit) && !repeated(v) && !(len(v) == 4 && (v[:2] == "19" || v[:2] == "20"))
}
