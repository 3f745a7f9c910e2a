// Package githooks holds the scripts that git runs for a memory, and puts them into hook files that other people wrote.
//
//	text, err := githooks.Insert(script, githooks.PostCheckout) // script is a hook file, nil for a new one
//	back, err := githooks.Remove(text, githooks.PostCheckout)   // byte for byte what script was
//
// # What a script does
//
// Each hook has a section, POSIX sh between two marked lines. A hook file of our own is "#!/bin/sh" and the section; in a
// file of somebody else the section stands right behind the first line, so that an "exec" or "exit" further down cannot
// keep it from running. A section defines one function, calls it and forgets it, so it leaves nothing behind but the
// standard input of pre-push, which it reads and gives back.
//
// A section is quick where there is nothing to do. It returns without starting any process when HFA_HOOKS is 0, when
// git-hfa is not installed, after a switch to a branch without a memory, and, after the fact, while a rebase, cherry-pick,
// merge or bisect is under way. Otherwise one git process (two in pre-commit) tells whether the memory changed, and only
// then git-hfa is started. That the work tree has no memory does not count: so it looks when git took it away. Hooks that run after
// the fact always end in success; those that may refuse do so for exit code 4 of git-hfa alone, so a git-hfa that fails for its own
// reasons never blocks git. The same holds for what is pasted by hand, [Paste], and given to a hook manager, [Call].
//
// # Which states count as under way
//
// By the files git keeps (gitrepository-layout(5)): a rebase has rebase-merge or rebase-apply, a cherry-pick CHERRY_PICK_HEAD, a
// merge MERGE_HEAD, a bisect BISECT_LOG. Four hooks run before git takes its own files away and so do not ask for them:
// post-merge for MERGE_HEAD, post-commit for CHERRY_PICK_HEAD, post-applypatch for the folder of "git am", post-rewrite for that
// of the rebase, in which it finds where the branch was. Nobody asks for the sequencer: each commit of a cherry-pick, revert or
// "git am" of several is looked at as it is made, since none of them runs pre-commit and no hook runs when all are done; it is no
// reason for another hook to look away, and stays behind after "git reset --hard". A rebase that has nothing to pick ("noop")
// runs post-checkout alone, and that counts.
//
// # Versions
//
// The first marked line carries [Version]. former.txt lists the SHA-256 of each section that was ever released; a section
// that is on the list may be replaced or taken out as it is. Any other one is damaged: [Clean] takes out what is left of it,
// and says when something goes that is not known to be ours.
package githooks
