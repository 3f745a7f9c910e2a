package index

import (
	"encoding/binary"
	"fmt"
)

// encoder appends the parts of a snapshot: numbers as varints, strings with their length before them.
type encoder struct{ buf []byte }

func (e *encoder) uint(v uint64) { e.buf = binary.AppendUvarint(e.buf, v) }
func (e *encoder) int(v int)     { e.buf = binary.AppendVarint(e.buf, int64(v)) }

func (e *encoder) string(s string) {
	e.uint(uint64(len(s)))
	e.buf = append(e.buf, s...)
}

func (e *encoder) bytes(b []byte) {
	e.uint(uint64(len(b)))
	e.buf = append(e.buf, b...)
}

func (e *encoder) uint32(v uint32) { e.buf = binary.LittleEndian.AppendUint32(e.buf, v) }
func (e *encoder) uint64(v uint64) { e.buf = binary.LittleEndian.AppendUint64(e.buf, v) }

// decoder takes them out again. After the first bad part everything is zero and err says ErrStale.
type decoder struct {
	buf []byte
	err error
}

func (d *decoder) fail(what string) {
	if d.err == nil {
		d.err = fmt.Errorf("bad %s in snapshot: %w", what, ErrStale)
	}
	d.buf = nil
}

func (d *decoder) uint() uint64 {
	v, n := binary.Uvarint(d.buf)
	if n <= 0 {
		d.fail("number")
		return 0
	}
	d.buf = d.buf[n:]
	return v
}

func (d *decoder) int() int {
	v, n := binary.Varint(d.buf)
	if n <= 0 || int64(int(v)) != v {
		d.fail("number")
		return 0
	}
	d.buf = d.buf[n:]
	return int(v)
}

// count reads the number of parts that follow. Each takes a byte at least, which bounds what a
// damaged file can make us allocate.
func (d *decoder) count() int {
	n := d.uint()
	if n > uint64(len(d.buf)) {
		d.fail("count")
		return 0
	}
	return int(n)
}

func (d *decoder) bytes() []byte {
	n := d.count()
	b := d.buf[:n:n]
	d.buf = d.buf[n:]
	return b
}

func (d *decoder) string() string { return string(d.bytes()) }

func (d *decoder) fixed(n int) []byte {
	if n > len(d.buf) {
		d.fail("length")
		return make([]byte, n)
	}
	b := d.buf[:n:n]
	d.buf = d.buf[n:]
	return b
}

func (d *decoder) uint32() uint32 { return binary.LittleEndian.Uint32(d.fixed(4)) }
func (d *decoder) uint64() uint64 { return binary.LittleEndian.Uint64(d.fixed(8)) }

// end says that nothing may follow.
func (d *decoder) end() error {
	if d.err == nil && len(d.buf) > 0 {
		d.fail("end")
	}
	return d.err
}
