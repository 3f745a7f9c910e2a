// Package evalset is the program's own measure of recall: three small memories, written
// for it, with prompts that must be found or refused, and a replay of writes against a
// plain model.
//
//	sets, err := evalset.Sets()
//	result, err := evalset.Run(ctx, dir, sets[0]) // dir: an empty folder for the memory
//	fmt.Print(result.Stats)
//
// `git hfa eval --builtin` prints both. The files in data are plain text, one entry a line,
// columns parted by " | ", comments after "#":
//
//	NAME.memory.txt   ref | title | hit words | conclusion [| ref of what it supersedes]
//	NAME.cases.txt    [!] ref or "-" | prompt | reason
//
// "-" wants a refusal. A case after "!" is a regression case: it must be right. The others are
// measured: what becomes of them stands in golden files, so that a change of the ranking is a
// change of those files.
package evalset
