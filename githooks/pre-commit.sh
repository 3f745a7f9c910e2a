@where@
@gone@
	# Nothing of the memory is staged, and nothing new lies where git-hfa writes: in the highest epoch and in tombstones.
	if [ -n "$hfa_dir" ] && GIT_LITERAL_PATHSPECS=1 git diff-index --cached --quiet HEAD -- "$hfa_dir" .hfaconfig 2>/dev/null; then
		hfa_b=0 hfa_c=$hfa_dir/chunks
		for hfa_a in "$hfa_dir"/chunks/epoch_*; do
			hfa_in=${hfa_a##*/epoch_}
			case $hfa_in in '' | *[!0-9]*) continue ;; esac
			if [ "$hfa_in" -gt "$hfa_b" ]; then hfa_b=$hfa_in hfa_c=$hfa_a; fi
		done
		hfa_a=$(GIT_LITERAL_PATHSPECS=1 git ls-files -o --exclude-standard -- "$hfa_c" "$hfa_dir/tombstones" 2>/dev/null)
		if [ -z "$hfa_a" ]; then return 0; fi
	fi
	git-hfa hooks run @name@ "$@" </dev/null >&2
	[ $? -ne 4 ]
