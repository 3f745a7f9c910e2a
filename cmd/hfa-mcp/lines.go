package main

import (
	"bufio"
	"errors"
	"io"
)

// readLines gives each line of in to yield until that returns false or in ends, by an
// error too. The last line needs no end. Of a line with more than limit bytes only the
// fact is given.
func readLines(in io.Reader, limit int, yield func(line) bool) {
	r := bufio.NewReaderSize(in, 64<<10)
	var l line
	for {
		part, err := r.ReadSlice('\n')
		if len(l.text)+len(part) > limit {
			l = line{tooLong: true}
		}
		if !l.tooLong {
			l.text = append(l.text, part...)
		}
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if (len(l.text) > 0 || l.tooLong) && !yield(l) || err != nil {
			return
		}
		l = line{}
	}
}
