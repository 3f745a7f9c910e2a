// Package gitext runs git for a memory: it says what a revision holds of it, what is staged, moved, pushed or in conflict,
// and tells git what to do for one, by hooks and a merge driver.
//
//	m, err := place.Locate(".", "", os.Getenv)
//	if err != nil {
//		return err
//	}
//	repo, err := gitext.Open(m.Place, gitext.KeepEnv(os.Getenv))
//	if err != nil {
//		return err
//	}
//	defer repo.Close()
//	tree, err := repo.Load(ctx, "v1.2", m.Path) // the memory as it was
//	if err != nil {
//		return err
//	}
//	fmt.Println(tree.Digest)
//
// # How it reads
//
// Names (HEAD, v1.2~3, main@{yesterday}) are resolved by the git command, and so is every question about the index. So
// git's own guard (safe.directory) holds for everything here. Objects are read by id: with go-git in this process where it
// can, with one "git cat-file --batch" process where it cannot (SHA-256 repositories, reftable, replacements, unknown
// extensions, packs of more than some 37,000 objects). Both stand behind one interface and pass one suite.
//
// git runs with a clean environment: what a hook left there about another repository is dropped, nothing is locked for
// the sake of a read, no pager and no prompt can start, and nothing is fetched. In a partial clone whose objects are not
// here the answer is [ErrMissingObject], never a download.
//
// # What it writes
//
// Hooks (hooks*.go) go into the configuration of git, or as sections into the hook files of the folder that git names; what
// was there is kept and given back. The merge driver goes into the clone's configuration and info/attributes. A resolved
// conflict is written into the work tree and staged. Nothing else is written, no commit is made, no ref is moved.
//
// # What it does not do
//
// It gives the bytes that git stores. A work tree holds the same bytes as long as no filter or line-end conversion stands
// between; the .gitattributes of a memory switches those off.
package gitext
