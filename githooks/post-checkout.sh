	# OLD NEW FLAG; the flag is 0 when only files were taken out.
	if [ "${3-}" != 1 ] || [ "$1" = "$2" ]; then return 0; fi
@where@
	if [ -n "$hfa_dir" ] && [ ! -d "$hfa_dir" ]; then return 0; fi # a branch without a memory is one
@busy@
	hfa_old=$1 hfa_new=$2
@same@
