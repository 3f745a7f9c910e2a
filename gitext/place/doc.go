// Package place tells where we are: the work tree, git's folders, and the memory that belongs to them.
//
// It starts no process and links nothing but the standard library, so a program that must answer in a few
// milliseconds can ask it on every run:
//
//	m, err := place.Locate(".", "", os.Getenv)
//	if err != nil {
//		return err
//	}
//	fmt.Println(m.Dir, m.Place.Top, m.Why)
//
// [Find] follows git's own discovery (gitrepository-layout(5), git(1) "ENVIRONMENT VARIABLES"): it walks up from the
// real folder, knows ".git" folders and ".git" files (linked worktrees, submodules, separate git folders), "commondir",
// bare repositories, core.worktree and core.bare, and, when an environment is given, GIT_DIR, GIT_WORK_TREE,
// GIT_COMMON_DIR, GIT_OBJECT_DIRECTORY, GIT_CEILING_DIRECTORIES and GIT_DISCOVERY_ACROSS_FILESYSTEM.
//
// [Locate] finds the memory: a name given by the caller, $HFA_MEMORY_DIR, the tracked file ".hfaconfig" at the top of
// the work tree, else the folder "memory" there.
//
// What it does not do: it does not ask who owns a repository (safe.directory); git does, whenever a command is run.
// [ReadConfig] reads one file and follows no include, which is also how git reads the settings that decide where a
// repository is.
package place
