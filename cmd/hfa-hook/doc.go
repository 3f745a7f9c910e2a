// Command hfa-hook is what an agent host runs before and after a turn.
//
//	hfa-hook --host claude-code                        payload on standard input
//	hfa-hook --host antigravity --event PreInvocation  a host whose payloads name no event
//	hfa-hook codex notify PAYLOAD                      a host that gives the payload as an argument
//	hfa-hook --print-hooks [HOST]                      what set-up would install
//
// Before a turn it searches the memory for the prompt and prints what it found in the host's own shape, else the
// host's neutral answer. After a turn it draws from the answer what was decided and starts git-hfa to write it.
//
// Whatever happens, it ends with 0 and one valid answer on standard output, and prints nothing on standard error: a hook that
// fails would stop or spoil somebody's turn. What is worth knowing goes to index/hook.log in the memory. It has deadlines of
// its own: one second before a turn, five after it.
//
// It can be switched off: by HFA_HOOKS=0 in the environment; for a clone by "git config hfa.hooks false"; for everybody by
// the key "hooks" of config.json, with "recall", "capture" or both ("enabled") set to false.
//
// The hook itself writes no truth. Before a turn it takes no lock; on a hit it creates empty files below index/session that
// say what this session has seen already. Where a sparse checkout or "trust": "committed" makes the work tree less than
// what counts, it has git-hfa answer, and tells nothing when that is missing or late. It is a program of its own because each library costs time at every start: it links
// neither SQLite nor cobra nor go-git nor a network.
package main
