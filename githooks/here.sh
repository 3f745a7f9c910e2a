	if [ -n "$hfa_dir" ] && [ ! -d "$hfa_dir" ]; then return 0; fi
