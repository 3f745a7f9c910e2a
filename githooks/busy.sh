	# In the middle of something: git goes through states that nobody works in. ".git" may be a file.
	hfa_git=${GIT_DIR:-.git}
	if [ -f "$hfa_git" ]; then read -r hfa_a hfa_git <"$hfa_git" || return 0; fi
	for hfa_a in @states@; do
		if [ ! -e "$hfa_git/$hfa_a" ]; then continue; fi
		hfa_b= # a rebase that has nothing to pick, and only moves the branch, is over
		if [ -f "$hfa_git/$hfa_a/done" ]; then read -r hfa_b hfa_c <"$hfa_git/$hfa_a/done" || :; fi
		if [ "$hfa_b" != noop ]; then return 0; fi
	done
