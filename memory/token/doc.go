// Package token counts the tokens of a text, offline and without a load time.
//
//	n := token.Count("写入前先取锁。\n") // exact, in o200k_base
//
// A configuration names its counter:
//
//	c, err := token.For("heuristic") // or "o200k_base", or "" for exact
//	n := c.Count(text)
//
// # How the exact count works
//
// A hand-written scanner cuts the text into pieces as the pattern of o200k_base does ([Count] names its source). The bytes
// of each piece are then merged pair by pair, lowest rank first, with an embedded table of 199,742 merges (1.1 MB, drawn
// in package internal/layout). The table is read in place: nothing is decoded or allocated when a program starts.
//
// Which characters are letters, marks or numbers is what the Unicode tables of the Go release say that built the program.
// Characters that Unicode adds later may count otherwise once those tables know them.
//
// # Counts that add up
//
// Count(a+b) is in general not Count(a)+Count(b). It is whenever a ends with "\n" and b starts with neither white space nor
// '/': two rules of the pattern eat a line end, both stop after the last one before such a character, and none looks back.
// So a document made of blocks that start with "- ", "## " or "[" and end with "\n" has the sum of their counts.
package token
