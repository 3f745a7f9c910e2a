	# The same tree in both commits, or in neither, and the same .hfaconfig: the memory did not change.
	if [ -n "$hfa_dir" ]; then
		hfa_in=$(GIT_NO_LAZY_FETCH=1 GIT_ALLOW_PROTOCOL=none git cat-file --batch-check='%(objectname)' 2>/dev/null <<HFA
$hfa_old:$hfa_dir
$hfa_new:$hfa_dir
$hfa_old:.hfaconfig
$hfa_new:.hfaconfig
HFA
		)
		hfa_b=same
		for hfa_c in "$hfa_dir" .hfaconfig; do
			hfa_a=${hfa_in%%
*}
			hfa_in=${hfa_in#*
}
			if [ "$hfa_a" = "$hfa_old:$hfa_c missing" ]; then hfa_a="$hfa_new:$hfa_c missing"; fi
			if [ "$hfa_a" != "${hfa_in%%
*}" ]; then hfa_b=; fi
			hfa_in=${hfa_in#*
}
		done
		if [ -n "$hfa_b" ]; then return 0; fi
	fi
	git-hfa hooks run @name@ "$@" </dev/null >&2 || :
