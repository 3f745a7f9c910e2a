	# Off, or git-hfa is not installed: nothing to do, and nothing to complain about.
	if [ "${HFA_HOOKS-}" = 0 ] || ! command -v git-hfa >/dev/null 2>&1; then return 0; fi
	# hfa_dir is the memory, as git-hfa itself writes it into .hfaconfig; "" leaves it to git-hfa to find it.
	hfa_dir=memory hfa_in=
	if [ -n "${HFA_MEMORY_DIR-}" ]; then
		hfa_dir=
	elif [ -f .hfaconfig ]; then
		while read -r hfa_a hfa_b hfa_c || [ -n "$hfa_a" ]; do
			case $hfa_a,$hfa_b,$hfa_in in
			'[memory],,'*) hfa_in=1 ;;
			dir,=,1) hfa_dir=$hfa_c ;;
			'[m'* | '[M'*) hfa_dir= && break ;;
			'['*) hfa_in= ;;
			'#'* | ';'* | ,,*) ;;
			*,1) hfa_dir= && break ;;
			esac
		done <.hfaconfig
		case $hfa_dir in *[\\\"\#\;]* | /* | . | ./* | ../* | */) hfa_dir= ;; esac
	fi
	if [ -L "${hfa_dir:-memory}" ]; then hfa_dir=; fi
