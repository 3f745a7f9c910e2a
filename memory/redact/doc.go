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
// One pass over the text looks for keywords ("ghp_", "passw", "://", "密码"), and each keyword
// wakes its rules (engine.go, scanrules.go). No rule is a regular expression: they would cost
// time at every start.
//
//   - prefixes.go and its tables by subject, shaped.go: tokens that begin with a fixed prefix or have one inside.
//   - assign.go, named.go: values that are given to a name such as DB_PASSWORD, api_key or
//     密码, in any syntax: code, .env, JSON, YAML, flags, tables, prose. name.go and names.go say
//     what kind of secret a name is one of; operator.go, verb.go and field.go read what stands
//     between name and value; judged.go, firm.go, judge.go and strong.go decide whether it is a secret.
//   - later.go, afterwards.go, heading.go, answer.go, column.go, list.go: values that stand further on in the sentence, before
//     the name, on the next line, in an answer, in the column below or in a list. spotted.go takes what looks like a password
//     in a sentence about one. escape.go reads quotes in escaped text; led.go reads lines of diffs, mails and conversations
//     a second time, without what leads them.
//   - account.go, accounts.go, placed.go, onetime.go, shell.go: passwords that follow a user, in a file of accounts,
//     named by their place alone, codes of second factors and doors, what a shell prints into a program or shows.
//   - url.go, links.go, header.go, block.go, command.go, login.go, server.go, cloud.go,
//     wallet.go: passwords in URLs, headers, command lines, calls that log in, lists of servers; private
//     keys, keys of cloud vendors, recovery codes.
//
// # Time
//
// The time is in proportion to the text, whatever it is made of. text.go keeps an account of what the
// rules read. A text of nothing but keywords brings them into debt; then they look less far, and
// Text takes whole lines out of it where a second round still finds something.
//
// # What stays
//
// Hashes, digests, UUIDs and other random text without a word that says "secret"
// stay. So do references ($PASSWORD, ${{ secrets.X }}, op://…, os.Getenv("X")) and
// placeholders (<your-token>, xxxx, ****, changeme, example): they say where a
// secret belongs, and are none. See placeholder.
//
// The expressions of gitleaks are data of the tests (rules_gitleaks_test.go): whatever one of them
// describes must be found.
//
// docs/redaction.md says what is measured and what is not found.
package redact
