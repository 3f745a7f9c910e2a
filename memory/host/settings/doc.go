// Package settings edits settings files of other programs without touching what is theirs: JSON, JSON with comments,
// and as much of TOML as is needed.
//
//	text, err = settings.Append(text, []string{"hooks", "Stop"}, `{"command":"x"}`)
//	text, n, err = settings.Remove(text, []string{"hooks", "Stop"}, isOurs)
//
// Edits are made in the text. Comments, trailing commas, order, indentation and line ends of what is there stay as
// they are, byte for byte; new text follows the indentation it finds. A file that cannot be understood is an error and is not
// edited. Nothing here reads or writes files.
package settings
