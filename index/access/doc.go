// Package access is how a program works with one memory: it opens it for a look, for answers and for a write, brings what is
// derived up to date after the write, and says what was written and what is there. The programs share it, so that what one of
// them writes the other reads and tells alike.
package access
