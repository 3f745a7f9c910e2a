package place

import "strings"

// ShellQuote writes a path as one word of a POSIX shell, with quotes where it needs them, so that a message can be pasted.
func ShellQuote(path string) string {
	if path != "" && strings.Trim(path, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._/:-") == "" {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
