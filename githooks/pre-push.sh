@where@
	# The list of refs can be read once: it is kept, and given to what follows in this file too.
	hfa_a=$(cat)
	git-hfa hooks run @name@ "$@" >&2 <<HFA
$hfa_a
HFA
	hfa_b=$?
	if [ -n "$hfa_a" ]; then
		exec <<HFA
$hfa_a
HFA
	else
		exec </dev/null
	fi
	[ $hfa_b -ne 4 ]
