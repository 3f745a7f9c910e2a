package redact

// prefixTables are the tokens by subject. They are documented by those who give them out, or by the scanners that
// know them: gitleaks, trufflehog, detect-secrets, the patterns of GitHub.
var prefixTables = [...]*[]prefixToken{&codeTokens, &cloudTokens, &chatTokens, &payTokens, &modelTokens}

// prefixTokens yields the tokens of all tables.
func prefixTokens(yield func(*prefixToken) bool) {
	for _, table := range prefixTables {
		for i := range *table {
			if !yield(&(*table)[i]) {
				return
			}
		}
	}
}
