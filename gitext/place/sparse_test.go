package place

import (
	"os"
	"path/filepath"
	"testing"
)

func TestSparseIsWhatGitWouldHide(t *testing.T) {
	for _, test := range []struct {
		name              string
		patterns          bool // info/sparse-checkout is there
		config, workTrees string
		want              bool
	}{
		{"never", false, "[core]\n\tsparseCheckout = true\n", "", false},
		{"on", true, "[core]\n\tsparseCheckout = true\n", "", true},
		{"on in one work tree", true, "[core]\n\tsparseCheckout = false\n", "[core]\n\tsparseCheckout = true\n", true},
		{"switched off again", true, "[core]\n\tsparseCheckout = false\n", "", false},
		{"set elsewhere, perhaps", true, "[core]\n\tbare = false\n", "", true},
		{"no value that git knows", true, "[core]\n\tsparseCheckout = perhaps\n", "", true},
	} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			for file, text := range map[string]string{"config": test.config, "config.worktree": test.workTrees} {
				if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if test.patterns {
				if err := os.Mkdir(filepath.Join(dir, "info"), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(dir, "info", "sparse-checkout"), []byte("/*\n"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := (Place{GitDir: dir, CommonDir: dir}).Sparse(); got != test.want {
				t.Errorf("sparse: %v, want %v", got, test.want)
			}
		})
	}
}
