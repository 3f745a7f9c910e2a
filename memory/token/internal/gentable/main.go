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
	table, err := build.Table()
	if err != nil {
		return err
	}
	return os.WriteFile("o200k_base.table", table, 0o644)
}
