package memory

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// Verify gives everything that is wrong with the memory: t.Problems and what
// only shows when the files are held against each other: edited and untagged
// chunks, limits, links, rings and forks, ids and request ids that stand twice,
// the one main line, targets of tombstones, secrets. Sorted by path, line and
// code. Errors make a check fail, warnings do not.
//
// What only git can tell (immutability, derived files that are tracked) is not
// asked here.
func Verify(t *Tree) []Problem {
	v := verifier{tree: t, lineage: NewLineage(t.Chunks), problems: slices.Clone(t.Problems), paths: make(map[ID]string, len(t.Chunks))}
	good := map[ID]int{} // of the file in paths, see worth
	for i := range t.Chunks {
		c := &t.Chunks[i]
		if first, ok := good[c.ID]; !ok || worth(c) > first {
			v.paths[c.ID], good[c.ID] = c.Path, worth(c)
		}
	}
	v.chunks()
	v.twice()
	v.links()
	v.mainLine()
	v.tombstones()
	v.secrets()
	slices.SortStableFunc(v.problems, compareProblems)
	return v.problems
}

// worth says which of two files with one id to keep: one as it was written before
// one that was edited, then the one in the folder of its epoch.
func worth(c *StoredChunk) int {
	n := 0
	if !c.Edited() {
		n = 2
	}
	if c.Path == ChunkPath(c.Epoch, c.ID) {
		n++
	}
	return n
}

func compareProblems(a, b Problem) int {
	return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Line, b.Line), cmp.Compare(a.Code, b.Code), cmp.Compare(a.Message, b.Message))
}

type verifier struct {
	tree     *Tree
	lineage  *Lineage
	paths    map[ID]string
	problems []Problem
}

func (v *verifier) add(code string, severity Severity, path, message, cure string) {
	v.problems = append(v.problems, Problem{Code: code, Severity: severity, Path: path, Message: message, Cure: cure})
}

func (v *verifier) chunks() {
	unknown := map[NodeID]string{}
	for i := range v.tree.Chunks {
		c := &v.tree.Chunks[i]
		severity := SeverityError
		if c.Schema == 0 {
			severity = SeverityWarning
			v.add("untagged", severity, c.Path, "the id has no tag (a file of HFA 2.2), so an edit of it cannot be seen",
				"nothing to do; to renew it: git hfa add-topic --supersedes "+string(c.ID)+" …")
		} else if c.ID.Tag() == "" {
			v.add("untagged", severity, c.Path, "the id has no tag, though the file is not of HFA 2.2: the tag was taken off",
				"git mv "+c.Path+" "+ChunkPath(c.Epoch, newID(c.ID.Number(), c.ComputeTag()))+", and write that id into it")
		}
		if c.Edited() {
			p := EditedProblem(c.Path)
			v.add(p.Code, severity, p.Path, p.Message+", which would be "+c.ComputeTag(), p.Cure)
		}
		v.limits(c.Path, severity, c.Check(), "write a shorter or corrected chunk: git hfa add-topic --supersedes "+string(c.ID)+" …")
		if v.tree.Directory != nil && unknown[c.Node] == "" {
			if _, ok := v.tree.Directory.Node(c.Node); !ok {
				unknown[c.Node] = c.Path
				v.add("unknown-node", SeverityWarning, c.Path, "directory.md has no node "+string(c.Node), "add it: git hfa node add "+string(c.Node)+" --title TITLE")
			}
		}
	}
}

// limits tells of what Check found, if anything.
func (v *verifier) limits(path string, severity Severity, err error, cure string) {
	if err == nil {
		return
	}
	code := "bad-value"
	var limit *LimitError
	if errors.As(err, &limit) {
		code = "too-long"
	}
	v.add(code, severity, path, err.Error(), cure)
}

// twice finds ids in two files, and request ids in two chunks as a merge
// brings them together.
func (v *verifier) twice() {
	requests := map[string]ID{}
	for i := range v.tree.Chunks {
		c := &v.tree.Chunks[i]
		if first := v.paths[c.ID]; first != c.Path {
			// To move it to its folder is no cure: there the other one is.
			v.problems = slices.DeleteFunc(v.problems, func(p Problem) bool { return p.Code == "wrong-folder" && p.Path == c.Path })
			v.add("duplicate-id", SeverityError, c.Path, string(c.ID)+" lies in "+first+" too", "remove one of the two: git rm "+c.Path)
			continue
		}
		if c.RequestID == "" {
			continue
		}
		if first, ok := requests[c.RequestID]; ok {
			v.add("request-id-twice", SeverityWarning, c.Path, fmt.Sprintf("%s has the request id %q of %s", c.ID, Sanitize(c.RequestID), first),
				"both live; if one is enough: git hfa tombstone --id "+string(c.ID)+" --reason duplicate")
			continue
		}
		requests[c.RequestID] = c.ID
	}
}

func (v *verifier) links() {
	for i := range v.tree.Chunks {
		c := &v.tree.Chunks[i]
		for _, old := range c.Supersedes {
			if v.paths[old] == "" {
				v.add("missing-target", SeverityWarning, c.Path, string(c.ID)+" supersedes "+string(old)+", which is not in this tree",
					"nothing to do if it was cherry-picked; else bring "+string(old)+" over as well")
			}
		}
	}
	for _, ring := range v.lineage.Cycles() {
		if len(ring) == 1 { // it names itself, which is no ring to recall and told as a value
			continue
		}
		v.add("supersede-cycle", SeverityError, v.paths[ring[0]], "these supersede each other in a ring, so none is recalled: "+joinIDs(ring),
			"one of them was edited by hand; restore it: git log -p -- "+v.paths[ring[0]])
	}
	v.problems = append(v.problems, ForkProblems(v.lineage, v.tree.Tombstones, func(id ID) string { return v.paths[id] })...)
}

func (v *verifier) mainLine() {
	if d := v.tree.Directory; d != nil {
		if p := d.MainLineProblem(); p != nil {
			v.problems = append(v.problems, *p)
		}
	}
}

func (v *verifier) tombstones() {
	d := v.tree.Directory
	for i := range v.tree.Tombstones {
		t := &v.tree.Tombstones[i]
		path := t.File
		if t.Schema != 0 && (t.Reason != "" || t.CreatedAt != "") { // else it is known by its file's name alone
			v.limits(path, SeverityError, t.Check(), "write it anew: git rm "+path+", then git hfa tombstone --id "+t.Target+" --reason WHY")
		}
		id, isNode := t.Node()
		switch {
		case !isNode && v.paths[ID(t.Target)] == "":
			v.add("tombstone-target", SeverityWarning, path, "there is no chunk "+t.Target+" in this tree", "nothing to do if it was cherry-picked")
		case !isNode || d == nil:
		default:
			n, ok := d.Node(id)
			if !ok {
				v.add("tombstone-target", SeverityWarning, path, "there is no node "+t.Target+" in directory.md", "nothing to do if it was cherry-picked")
			} else if n.ID.Kind() == MainLine && n.State == Active {
				v.add("tombstone-target", SeverityError, path, "the ACTIVE main line "+t.Target+" is tombstoned", "make another one active: git hfa focus M2")
			} else if n.State != Tombstoned {
				v.add("tombstone-row", SeverityWarning, DirectoryPath, t.Target+" is tombstoned, its row says "+string(n.State), "write TOMBSTONED into its row, or: git hfa tombstone --id "+t.Target+" --reason WHY")
			}
		}
	}
}
