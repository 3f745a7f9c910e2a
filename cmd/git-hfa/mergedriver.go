package main

import (
	"fmt"
	"os"
	"path"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/spf13/cobra"
)

func newMergeDriver(e *env) *cobra.Command {
	return &cobra.Command{
		Use: "merge-driver BASE OURS THEIRS PATH", Short: "Merge directory.md or config.json for git", Hidden: true,
		Long: `Merge directory.md or config.json for git, as a merge driver: git hfa merge-driver %O %A %B %P (gitattributes(5),
"Defining a custom merge driver"). The result goes to OURS, and nothing else is read or written. On any doubt OURS stays
as it is and the exit code is 1, which git takes for a conflict; git hfa resolve tells what it is about.

"git hfa setup merge" tells git about it. Nothing depends on it: without it such a merge stops, and git hfa resolve does
the same work.`,
		Example: examples(e, "merge-driver %O %A %B %P"),
		Args:    cobra.ExactArgs(4),
		RunE: func(cmd *cobra.Command, args []string) error {
			return runMergeDriver(args[0], args[1], args[2], args[3])
		},
	}
}

// runMergeDriver must not touch anything but ours: git calls it inside of merge,
// rebase, cherry-pick and stash, for the made-up base of a criss-cross merge, and in
// "git merge-tree", which writes no work tree at all.
func runMergeDriver(base, ours, theirs, name string) error {
	merge := memory.MergeDirectory
	switch path.Base(name) {
	case memory.DirectoryPath:
	case memory.ConfigPath:
		merge = memory.MergeConfig
	default:
		return fmt.Errorf("merge %s: this driver merges %s and %s only", name, memory.DirectoryPath, memory.ConfigPath)
	}
	var texts [3][]byte
	for i, file := range []string{base, ours, theirs} {
		data, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("merge %s: %w", name, err)
		}
		texts[i] = data
	}
	merged, conflicts := merge(texts[0], texts[1], texts[2])
	if len(conflicts) > 0 {
		return withHint(fmt.Errorf("merge %s: %s", name, conflicts[0].Describe("ours", "theirs")), "git hfa resolve")
	}
	// In place: the file is git's own, made for this call, and its mode is to stay.
	if err := os.WriteFile(ours, merged, 0o666); err != nil {
		return fmt.Errorf("merge %s: %w", name, err)
	}
	return nil
}
