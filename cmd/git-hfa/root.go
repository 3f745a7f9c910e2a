package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// Groups of the commands in the help of the program.
const (
	groupDaily = "daily"
	groupLook  = "look"
	groupShape = "shape"
	groupCare  = "care"
)

const rootLong = `git hfa keeps decisions in your own git repository and gets the right one back, or nothing.

Every decision is one small file that is reviewed, branched and merged like code. Recall answers from
these files alone: no model, no network, no daemon.

The memory is found in this order: MEMORY_DIR or --memory-dir, $HFA_MEMORY_DIR, .hfaconfig at the top of
the work tree, memory/ at the top of the work tree (outside git: in the current folder).`

// newRoot builds the command tree of one call.
func newRoot(e *env) *cobra.Command {
	var version bool
	root := &cobra.Command{
		Use:         "git-hfa",
		Short:       "A memory for AI coding agents inside your git repository",
		Long:        rootLong + "\n\n" + strings.TrimSuffix(exitHelp(), "\n"),
		Annotations: map[string]string{cobra.CommandDisplayNameAnnotation: e.program},
		// Errors are printed once, by run, with a hint instead of the whole usage.
		SilenceErrors:     true,
		SilenceUsage:      true,
		CompletionOptions: cobra.CompletionOptions{DisableDefaultCmd: true},
		Args:              cobra.ArbitraryArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			switch {
			case len(args) > 0:
				return unknownCommand(cmd, args[0])
			case version:
				return runVersion(e, versionOptions{})
			}
			return cmd.Help()
		},
	}
	root.Flags().BoolVar(&version, "version", false, "show the version of this program")
	root.PersistentFlags().StringVar(&e.memoryDir, "memory-dir", "", "use the memory in `DIR`")
	// "git hfa --help" is taken by git, which looks for a man page.
	root.SetUsageTemplate(strings.NewReplacer("[command] --help", "COMMAND -h", "[command]", "COMMAND",
		"Flags.FlagUsages", fmt.Sprint("Flags.FlagUsagesWrapped ", helpWidth)).Replace(root.UsageTemplate()))
	root.SetHelpCommandGroupID(groupCare)
	root.AddGroup(
		&cobra.Group{ID: groupDaily, Title: "Every day:"},
		&cobra.Group{ID: groupLook, Title: "Look:"},
		&cobra.Group{ID: groupShape, Title: "Shape the memory:"},
		&cobra.Group{ID: groupCare, Title: "Care:"},
	)
	addTo(root, groupDaily, newInit(e), newAddTopic(e), newRecall(e), newStatus(e))
	addTo(root, groupLook, newShow(e), newList(e), newLog(e), newDiff(e), newWhy(e), newDrift(e), newExport(e), newDigest(e))
	addTo(root, groupShape, newNode(e), newFocus(e), newMilestone(e), newTombstone(e), newImport(e))
	addTo(root, groupCare, newVerify(e), newEval(e), newResolve(e), newReindex(e), newRescue(e), newDoctor(e), newHooks(e), newSetup(e), newMergeDriver(e), newCapture(e), newVersion(e), newCompletion(e))
	fitHelp(e, root)
	fillHelp(root)
	guard(root)
	return root
}

// fitHelp gives cobra's help command our words, and an error for a name that is no
// command.
func fitHelp(e *env, root *cobra.Command) {
	root.InitDefaultHelpCmd()
	for _, cmd := range root.Commands() {
		if cmd.Name() != "help" {
			continue
		}
		cmd.Use, cmd.Short = "help [COMMAND]", "Show the help of a command"
		cmd.Long = `Show the help of a command, as "COMMAND -h" does.`
		cmd.Example = examples(e, "help recall", "help node add")
		cmd.Run, cmd.RunE = nil, func(cmd *cobra.Command, args []string) error {
			target, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return unknownCommand(cmd.Root(), strings.Join(args, " "))
			}
			return target.Help()
		}
	}
}

func addTo(root *cobra.Command, group string, commands ...*cobra.Command) {
	for _, cmd := range commands {
		cmd.GroupID = group
		root.AddCommand(cmd)
	}
}

// guard makes every error about the command line a [usageError] that knows its
// command, and refuses flag values that are not UTF-8 before a command runs.
func guard(cmd *cobra.Command) {
	cmd.DisableFlagsInUseLine = true
	cmd.Flags().SortFlags = false
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		return &usageError{err: err, command: cmd.CommandPath()}
	})
	if check := cmd.Args; check != nil {
		cmd.Args = func(cmd *cobra.Command, args []string) error {
			if check(cmd, args) != nil {
				return &usageError{err: argumentsError(cmd, args), command: cmd.CommandPath()}
			}
			return nil
		}
	}
	if runE := cmd.RunE; runE != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			err := checkFlagText(cmd.Flags())
			if err == nil {
				err = runE(cmd, args)
			}
			var u *usageError
			switch {
			case errors.Is(err, place.ErrNoWorkTree):
				err = withoutWorkTree(cmd, err)
			case errors.As(err, &u) && u.command == "":
				u.command = cmd.CommandPath()
			case u == nil && err != nil && isUsage(err): // refused by the store
				err = &usageError{err: err, command: cmd.CommandPath()}
			}
			return err
		}
	}
	for _, child := range cmd.Commands() {
		guard(child)
	}
}

// argumentsError says what is wrong with the positionals of cmd.
func argumentsError(cmd *cobra.Command, args []string) error {
	if len(args) == 1 && len(cmd.ValidArgs) > 0 {
		return fmt.Errorf("%q is none of: %s", args[0], strings.Join(cmd.ValidArgs, ", "))
	}
	return fmt.Errorf("wrong number of arguments (%d); usage: %s", len(args), cmd.UseLine())
}

// checkFlagText refuses flag values that are not UTF-8. Paths are left alone:
// a file system may hold other bytes.
func checkFlagText(flags *pflag.FlagSet) error {
	var err error
	flags.Visit(func(f *pflag.Flag) {
		values := []string{f.Value.String()}
		if list, ok := f.Value.(pflag.SliceValue); ok {
			values = list.GetSlice()
		}
		for _, v := range values {
			if f.Name != "memory-dir" && f.Name != "batch" && !utf8.ValidString(v) && err == nil {
				err = usagef("--%s: %w", f.Name, encodingError(guessEncoding([]byte(v))))
			}
		}
	})
	return err
}

func unknownCommand(root *cobra.Command, name string) error {
	err := fmt.Errorf("unknown command %q", name)
	if root.SuggestionsMinimumDistance <= 0 {
		root.SuggestionsMinimumDistance = 2
	}
	if near := root.SuggestionsFor(name); len(near) > 0 {
		// The name that begins as what was typed is the likely one.
		slices.SortStableFunc(near, func(a, b string) int { return samePrefix(b, name) - samePrefix(a, name) })
		for i := range near {
			near[i] = root.CommandPath() + " " + near[i]
		}
		err = withHint(err, "did you mean: %s", strings.Join(near, ", or: "))
	}
	return &usageError{err: err, command: root.CommandPath()}
}

// samePrefix is how many bytes a and b begin with alike.
func samePrefix(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// memoryArg returns the memory directory that the command line names: the
// positional MEMORY_DIR or --memory-dir. "" means that neither was given.
func (e *env) memoryArg(args []string) (string, error) {
	if len(args) == 0 {
		return e.memoryDir, nil
	}
	if args[0] == "" {
		return "", usagef("MEMORY_DIR is empty")
	}
	if e.memoryDir != "" && e.memoryDir != args[0] {
		return "", usagef("two memories are named: %s and --memory-dir %s", args[0], e.memoryDir)
	}
	return args[0], nil
}

// examples indents example lines for the help, with the name of this program.
func examples(e *env, lines ...string) string {
	var b strings.Builder
	for _, line := range lines {
		b.WriteString("  " + e.program + " " + line + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}
