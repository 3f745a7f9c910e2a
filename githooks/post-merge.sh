@where@
@busy@
	if [ "${1-0}" = 1 ]; then # --squash: the merge is in the index, not in a commit
		if [ -n "$hfa_dir" ] && GIT_LITERAL_PATHSPECS=1 git diff-index --cached --quiet HEAD -- "$hfa_dir" 2>/dev/null; then return 0; fi
		git-hfa hooks run @name@ "$@" </dev/null >&2 || :
		return 0
	fi
	hfa_old=ORIG_HEAD hfa_new=HEAD
@same@
