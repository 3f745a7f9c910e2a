package index

import "time"

// racyRule tells which stat records prove nothing.
//
// A file can change again in the tick of the file system's clock in which it was read. Size and
// times then stay as they were, and the change would never be seen:
//
//	tick      |-------- 1 --------|-------- 2 --------|
//	file        write A     write B                      both carry the time of tick 1
//	index            read A                              recorded: A, tick 1
//
// So a record whose mtime or ctime is not older than the start of the build, minus one tick, is
// stored as "always read again" until a later build stamps it. git calls such an entry racily clean
// (Documentation/technical/racy-git.txt in git's source).
//
// The start of the build is the mtime of a file that was just written in the index folder, not the
// clock: the file system may round, or be on another machine.
type racyRule struct {
	now    int64 // ns; the file system's time before the first truth file was read
	device uint64
	known  bool // false: nothing is known of the clock, so every record is racy
}

// Ticks. A kernel stamps files with its timer, 1 to 10 ms apart; FAT and some network file systems
// store even or whole seconds only.
const (
	fineTick   = int64(10 * time.Millisecond)
	coarseTick = int64(2 * time.Second)
)

// newRacyRule takes the state of a file just written.
func newRacyRule(probe FileStat) racyRule {
	return racyRule{now: probe.Mtime, device: probe.Device, known: true}
}

// tick is the longest distance between two stamps of the file system. A stamp in whole seconds
// betrays a coarse clock; a fine one shows such a stamp once in 100 cases, which only costs a read.
func (r racyRule) tick() int64 {
	if r.now%int64(time.Second) == 0 {
		return coarseTick
	}
	return fineTick
}

// always says that a file or folder in this state must be read again every time. Where there is no
// change time, or on another device with another clock, nothing can be proven.
func (r racyRule) always(st FileStat) bool {
	if !r.known || st.Ctime == 0 || st.Device != r.device {
		return true
	}
	limit := r.now - r.tick()
	return st.Mtime >= limit || st.Ctime >= limit
}
