package githooks

import (
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// The hooks there are, by git's names (githooks(5)).
const (
	PostCheckout   = "post-checkout"
	PostMerge      = "post-merge"
	PostCommit     = "post-commit"
	PostRewrite    = "post-rewrite"
	PostApplypatch = "post-applypatch"
	PreCommit      = "pre-commit"
	PreMergeCommit = "pre-merge-commit"
	PrePush        = "pre-push"
)

// Version counts the released states of the sections.
//
//	1  the first one
const Version = 1

// Names lists every hook, those that are Optional last. PrePush is the last of all, and is only installed when asked for.
func Names() []string {
	return []string{PostCheckout, PostMerge, PostCommit, PostRewrite, PreCommit, PreMergeCommit, PostApplypatch, PrePush}
}

// Optional reports whether a memory is looked after without the hook too: pre-push, and what "git am" alone runs, which the
// pre-commit framework does not know.
func Optional(name string) bool { return name == PrePush || name == PostApplypatch }

// MayRefuse reports whether git gives up when the hook fails, as it is meant to. The others run after the fact.
func MayRefuse(name string) bool { return strings.HasPrefix(name, "pre-") }

//go:embed *.sh
var parts embed.FS

//go:embed former.txt
var former string

// Shebang is the first line of a hook file of our own.
const Shebang = "#!/bin/sh\n"

// Script is a whole hook file of our own.
func Script(name string) string { return Shebang + Section(name) }

// Section is what stands in a hook file: both marked lines and what is between them, each line with its end. It panics for
// a name that is none of [Names].
func Section(name string) string {
	body := part(name)
	for _, shared := range []string{"where", "gone", "busy", "same"} {
		body = strings.ReplaceAll(body, "@"+shared+"@\n", part(shared))
	}
	body = strings.ReplaceAll(body, "@name@", name)
	body = strings.ReplaceAll(body, "@states@", strings.Join(States(name), " "))
	result := ":"
	if MayRefuse(name) {
		result = "exit 1"
	}
	return beginMark(name) + fmt.Sprintf(" %d, keep these lines as they are; to take them out: git hfa hooks uninstall\n", Version) +
		"hfa_hook() {\n" + body + "}\n" +
		"hfa_hook \"$@\" || " + result + "\n" +
		"unset -f hfa_hook\nunset hfa_a hfa_b hfa_c hfa_dir hfa_git hfa_in hfa_new hfa_old\n" +
		endMark(name)
}

// States lists the files and folders in git's folder that say that something is under way, so that a hook that runs after
// the fact has nothing to do. See the package documentation.
func States(name string) []string {
	switch name {
	case PostRewrite:
		return []string{"BISECT_LOG"}
	case PostMerge:
		return []string{"rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "BISECT_LOG"}
	case PostCommit:
		return []string{"rebase-merge", "rebase-apply", "MERGE_HEAD", "BISECT_LOG"}
	case PostApplypatch:
		return []string{"rebase-apply/rebasing", "BISECT_LOG"}
	case PostCheckout:
		return []string{"rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD", "MERGE_HEAD", "BISECT_LOG"}
	}
	return nil
}

// Call starts git-hfa for a hook in sh, and is true whatever comes of it, but where git is to give up: that is exit code 4
// alone. args are the arguments of the hook, and what else belongs to the command.
func Call(name, args string) string {
	call := "git-hfa hooks run " + name + " " + args
	if MayRefuse(name) {
		return call + " || [ $? -ne 4 ]"
	}
	return call + " || true"
}

// Paste is what a person puts into a hook that [Insert] cannot be used on: lines for a sh script, right behind its first
// line. It is short and so starts git-hfa each time.
func Paste(name string) string {
	const found = "if command -v git-hfa >/dev/null 2>&1; then "
	switch {
	case name == PrePush:
		return "hfa_a=$(cat)\n" + found + "printf '%s\\n' \"$hfa_a\" | " + Call(name, `"$@"`) + " || exit 1; fi\n" +
			"exec <<HFA\n$hfa_a\nHFA\n"
	case MayRefuse(name):
		return found + Call(name, `"$@" </dev/null`) + " || exit 1; fi\n"
	}
	return found + Call(name, `"$@" </dev/null`) + "; fi\n"
}

func part(name string) string {
	data, err := parts.ReadFile(name + ".sh")
	if err != nil {
		panic("githooks: no hook " + name)
	}
	return string(data)
}

func beginMark(name string) string { return "# >>> git-hfa " + name }
func endMark(name string) string   { return "# <<< git-hfa " + name + "\n" }

// sum is how former.txt names a section.
func sum(section string) string {
	digest := sha256.Sum256([]byte(section))
	return hex.EncodeToString(digest[:])
}

// released reports whether a section is, byte for byte, one that some version of git-hfa wrote.
func released(name, section string) bool {
	if section == Section(name) {
		return true
	}
	want := sum(section)
	return slices.ContainsFunc(strings.Split(former, "\n"), func(line string) bool {
		fields := strings.Fields(line)
		return len(fields) == 3 && fields[0] == want && fields[2] == name
	})
}
