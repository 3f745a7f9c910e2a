@where@
@busy@
	hfa_old=HEAD^ hfa_new=HEAD
@same@
