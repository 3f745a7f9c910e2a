	# "amend" had its post-commit; "rebase" had none that counted, and its folder is still there.
	if [ "${1-}" != rebase ]; then return 0; fi
@where@
@busy@
	hfa_old= hfa_new=HEAD
	for hfa_a in rebase-merge rebase-apply; do
		if [ -f "$hfa_git/$hfa_a/orig-head" ]; then read -r hfa_old <"$hfa_git/$hfa_a/orig-head" || :; fi
	done
	if [ -z "$hfa_old" ]; then hfa_old=ORIG_HEAD; fi
@same@
