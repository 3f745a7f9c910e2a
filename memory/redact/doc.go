// Package redact takes secrets out of text before the text is stored, indexed
// or logged:
//
//	redact.Text("DB_PASSWORD=Tr0ub4dor3x9") // "DB_PASSWORD=[REDACTED]"
//
// Only the secret goes. The words round it stay, so a decision about a key can
// still be read.
//
// # How a secret is found
//
// One pass over the text looks for keywords ("ghp_", "passw", "://", "密码").
// A keyword wakes its rules:
//
//   - rules_gitleaks.go: expressions of gitleaks for tokens that have a shape of
//     their own. An expression is compiled when its keyword occurs for the first
//     time, and runs on the text near the keyword alone.
//   - prefix.go: tokens that begin with a fixed prefix, with looser lengths.
//   - assign.go, named.go: values that are given to a name such as DB_PASSWORD,
//     api_key or 密码, in any syntax: code, .env, JSON, YAML, flags, tables, prose.
//     judge.go decides whether such a value is a secret.
//   - url.go, header.go, block.go, command.go, login.go, cloud.go: passwords in URLs,
//     headers, private keys, command lines, calls that log in, keys of cloud vendors.
//
// The data of gitleaks is used and not its code, because importing the code costs
// about 50 ms and 9 MB at every start: it compiles all expressions at once.
//
// # What stays
//
// Hashes, digests, UUIDs and other random text without a word that says "secret"
// stay. So do references ($PASSWORD, ${{ secrets.X }}, op://…, os.Getenv("X")) and
// placeholders (<your-token>, xxxx, ****, changeme, example): they say where a
// secret belongs, and are none. See placeholder.
//
// docs/redaction.md says what is measured and what is not found.
package redact
