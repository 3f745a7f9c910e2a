	# The same tree in both commits, or in neither: the memory did not change.
	if [ -n "$hfa_dir" ]; then
		hfa_a=$(GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none git cat-file --batch-check='%(objectname)' 2>/dev/null <<HFA
$hfa_old:$hfa_dir
$hfa_new:$hfa_dir
HFA
		)
		hfa_b=${hfa_a#*
}
		hfa_a=${hfa_a%%
*}
		if [ "$hfa_a" = "$hfa_b" ]; then return 0; fi
		if [ "$hfa_a" = "$hfa_old:$hfa_dir missing" ] && [ "$hfa_b" = "$hfa_new:$hfa_dir missing" ]; then return 0; fi
	fi
	git-hfa hooks run @name@ "$@" </dev/null >&2 || :
