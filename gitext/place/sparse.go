package place

import (
	"os"
	"path/filepath"
)

// Sparse tells whether git may hide a part of a work tree, without starting git. Git writes info/sparse-checkout for a sparse
// checkout and leaves it when that is switched off (git-sparse-checkout(1)), so then core.sparseCheckout decides; where
// it is not set it may be set in a place that is not read here, and the answer is yes.
func (p Place) Sparse() bool {
	if _, err := os.Stat(filepath.Join(p.GitDir, "info", "sparse-checkout")); err != nil {
		return false
	}
	for _, file := range []string{filepath.Join(p.GitDir, "config.worktree"), filepath.Join(p.CommonDir, "config")} {
		c, err := ReadConfig(file)
		if err != nil {
			continue
		}
		if s, ok := c.Get("core.sparsecheckout"); ok {
			on, err := s.Bool()
			return err != nil || on
		}
	}
	return true
}
