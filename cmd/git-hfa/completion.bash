# git's completion calls _git_hfa for the words after "git hfa". Hand them on as
# if git-hfa had been typed.
_git_hfa() {
    local from=${__git_cmd_idx:-1}
    COMP_WORDS=(git-hfa "${COMP_WORDS[@]:from+1}")
    COMP_CWORD=$((COMP_CWORD - from))
    COMP_LINE="${COMP_WORDS[*]}"
    COMP_POINT=${#COMP_LINE}
    __start_git-hfa
}
