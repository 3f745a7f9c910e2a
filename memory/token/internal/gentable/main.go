// Command gentable writes the embedded data of package token. Run it through go generate in memory/token.
package main

import (
	"fmt"
	"os"

	"github.com/git-hfa/git-hfa/memory/token/internal/build"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "gentable:", err)
		os.Exit(1)
	}
}

func run() error {
	for _, file := range []struct {
		name  string
		build func() ([]byte, error)
	}{
		{"o200k_base.table", build.Table},
		{"estimate.table", build.Estimate},
	} {
		data, err := file.build()
		if err != nil {
			return fmt.Errorf("make %s: %w", file.name, err)
		}
		if err := os.WriteFile(file.name, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}
