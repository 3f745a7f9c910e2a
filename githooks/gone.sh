	# No memory in the work tree: unless HEAD has one there that this commit takes away, there is nothing to do.
	if [ -n "$hfa_dir" ] && [ ! -d "$hfa_dir" ]; then
		GIT_LITERAL_PATHSPECS=1 git diff-index --quiet HEAD -- "$hfa_dir" .hfaconfig 2>/dev/null
		if [ $? -ne 1 ]; then return 0; fi
		hfa_dir=
	fi
