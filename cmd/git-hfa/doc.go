// Command git-hfa gives AI coding agents a memory that lives in the user's own
// git repository: it writes decisions as small files and gets the right one
// back, or nothing.
//
// Smallest use:
//
//	git hfa init
//	git hfa add-topic --title "Encoding" --hit-words "encoding" --conclusion "Write UTF-8."
//	git hfa recall what did we say about the encoding
//
// The package holds flags, wiring and printing only. [run] is the whole program
// as a function; every verb has a file of its own with an options struct, a
// constructor of its cobra command and a run function. What an error means to
// the caller's shell stands in one table, in exit.go.
package main
