@where@
@gone@
	if [ -n "$hfa_dir" ] && GIT_LITERAL_PATHSPECS=1 git diff-index --cached --quiet HEAD -- "$hfa_dir" .hfaconfig 2>/dev/null; then return 0; fi
	git-hfa hooks run @name@ "$@" </dev/null >&2
	[ $? -ne 4 ]
