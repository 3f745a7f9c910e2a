package gitext

import (
	"slices"
	"strings"
)

// steady puts in what keeps the answer of a command from depending on the configuration: that of a person, who likes to see
// "git log" in another way, and that of a repository, which is not to choose what a check looks at. Every command passes
// through, so that no caller has to remember. What a caller says on its own goes before, since git takes the last word.
//
// Settings and not options wherever there is one: a git that does not know a setting passes it over, and refuses an option.
// What tells of one person's history (blame.ignoreRevsFile, core.abbrev) is left to that person.
func steady(args []string) []string {
	var settings, options []string
	switch at := subcommand(args); {
	case at < 0:
	case slices.Contains([]string{"diff", "diff-files", "diff-index", "diff-tree"}, args[at]):
		settings = steadyDiff()
	case args[at] == "log", args[at] == "show":
		settings = append(steadyDiff(),
			"log.showRoot=true",       // else the first commit brings nothing
			"log.diffMerges=separate", // what -m means
			"log.showSignature=false", "log.follow=false", "log.mailmap=false", "log.decorate=false", "log.abbrevCommit=false",
			"log.date=default", "format.pretty=medium", "i18n.logOutputEncoding=UTF-8")
		options = []string{"--no-notes"}
	case args[at] == "status":
		settings = append(steadyDiff(), "status.relativePaths=false", "status.branch=false", "status.short=false", "color.status=false")
	}
	if len(settings) == 0 {
		return args
	}
	out := make([]string, 0, 2*len(settings)+len(args)+len(options))
	for _, s := range settings {
		out = append(out, "-c", s)
	}
	at := subcommand(args) + 1
	return append(append(append(out, args[:at]...), options...), args[at:]...)
}

// steadyDiff is about everything that compares.
func steadyDiff() []string {
	return []string{
		"diff.orderFile=/dev/null", // one that is not there makes git give up; git knows this name on Windows too
		"diff.relative=false", "diff.renames=false", "diff.renameLimit=1000", "diff.ignoreSubmodules=none", "diff.submodule=short",
		"diff.noprefix=false", "diff.mnemonicPrefix=false", "core.quotePath=true", "color.ui=false", "color.diff=false",
	}
}

// subcommand is the place of git's own command behind the options of git itself, -1 for none.
func subcommand(args []string) int {
	for i := 0; i < len(args); i++ {
		switch {
		case args[i] == "-c" || args[i] == "-C":
			i++
		case !strings.HasPrefix(args[i], "-"):
			return i
		}
	}
	return -1
}
