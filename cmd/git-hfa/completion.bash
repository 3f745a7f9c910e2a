# git's completion calls _git_hfa for the words after "git hfa", with words, cword
# and cur set. Hand them on as if git-hfa had been typed.
_git_hfa() {
    local from=${__git_cmd_idx:-1} out directive
    words=(git-hfa "${words[@]:from+1:cword-from}")
    cword=$((cword - from))
    __git-hfa_get_completion_results
    __git-hfa_process_completion_results
}
