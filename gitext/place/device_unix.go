//go:build unix

package place

import (
	"os"
	"syscall"
)

// deviceOf tells file systems apart: git does not search across a mount point.
func deviceOf(path string) (uint64, bool) {
	info, err := os.Stat(path)
	if err != nil {
		return 0, false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return uint64(st.Dev), true
}
