package memory

// EditedProblem says of a chunk that its content was changed after its id was made: the tag in the id, which covers the
// content, does not fit any more.
func EditedProblem(path string) Problem {
	return Problem{Code: "edited", Severity: SeverityError, Path: path,
		Message: "the content was changed after the id was made: it does not fit the tag in the name",
		Cure:    "see what changed: git log -p -- " + path + "; restore it, and write the change as a new decision that supersedes this one"}
}
