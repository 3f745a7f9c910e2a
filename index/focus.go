package index

import (
	"slices"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// state gives the state of a chunk's node. A tombstone beats the row; a node without row
// is as its chunks were written: active.
func (r *recall) state(id memory.NodeID) memory.State {
	if _, ok := r.v.Tombstones[string(id)]; ok && id != "" {
		return memory.Tombstoned
	}
	if n, ok := r.v.Directory.Node(id); ok {
		return n.State
	}
	return memory.Active
}

// lock says why a node is locked, "" when it is open: the ACTIVE main line and the
// profile are.
func (r *recall) lock(id memory.NodeID) Reason {
	if r.state(id) == memory.Tombstoned {
		return ReasonTombstoned
	}
	switch id.Kind() {
	case memory.SideBranch:
		return ReasonSideBranch
	case memory.MainLine:
		if id != r.active.ID {
			return ReasonOtherMain
		}
	}
	return ""
}

// choose takes the best two of what is enough. What is locked, does not fit or is the
// third is deferred.
func (r *recall) choose(cands []candidate) error {
	unlocked := r.req.Unlock != ""
	var taken []memory.Chunk
	opened := 0
	for _, c := range cands {
		beside := c.result.Beside && len(taken) == 1
		if !c.result.Enough && !beside {
			continue
		}
		if reason := r.lock(c.info.Node); reason != "" && !unlocked {
			if beside {
				continue
			}
			if err := r.deferChunk(c, reason); err != nil {
				return err
			}
			continue
		}
		if len(taken) == maxSelected || opened == maxOpened {
			if err := r.deferChunk(c, ReasonLimit); err != nil {
				return err
			}
			continue
		}
		opened++
		if len(taken) > 0 {
			chunk, err := r.v.Chunk(c.doc)
			if err != nil {
				return err
			}
			if slices.ContainsFunc(taken, func(t memory.Chunk) bool { return sameText(t, chunk) }) {
				continue
			}
		}
		chunk, ok, err := r.take(c)
		if err != nil {
			return err
		}
		if ok {
			taken = append(taken, chunk)
		}
	}
	return r.rows(unlocked)
}

func (r *recall) deferChunk(c candidate, reason Reason) error {
	n := len(r.answer.Deferred)
	r.deferID(c.info.ID, c.info.Node, c.info.Title, reason)
	if len(r.answer.Deferred) == n { // there are enough already
		return nil
	}
	var err error
	r.answer.Deferred[n].ConflictsWith, err = r.conflicts(c)
	return err
}

func (r *recall) deferID(id memory.ID, node memory.NodeID, title string, reason Reason) {
	if len(r.answer.Deferred) < maxDeferred {
		r.answer.Deferred = append(r.answer.Deferred, Deferred{ID: id, Node: node, Title: redact.Text(title), Reason: reason, ConflictsWith: []memory.ID{}})
	}
}

// rows tells of L0 rows that the prompt names and none of whose chunks answers: a
// locked one is deferred, or its document shown when it is unlocked.
func (r *recall) rows(unlocked bool) error {
	for _, n := range r.named() {
		if r.answers(n.ID) {
			continue
		}
		reason := r.lock(n.ID)
		switch {
		case reason == "":
			r.locked = append(r.locked, n)
		case !unlocked:
			r.deferID(memory.ID(n.ID), n.ID, n.Note, reason)
		case len(r.answer.Selected) == maxSelected:
			r.deferID(memory.ID(n.ID), n.ID, n.Note, ReasonLimit)
		default:
			if err := r.takeDocument(n); err != nil {
				return err
			}
		}
	}
	return nil
}

// named gives the nodes whose hit words stand in the prompt, in the order of the
// directory.
func (r *recall) named() []memory.Node {
	var out []memory.Node
	for _, n := range r.v.Directory.Nodes() {
		if slices.ContainsFunc(r.e.nodes, func(w nodeWord) bool { return w.node == n.ID }) {
			out = append(out, n)
		}
	}
	return out
}

// answers says whether a chunk of a node was selected or deferred.
func (r *recall) answers(id memory.NodeID) bool {
	return slices.ContainsFunc(r.answer.Selected, func(s Selected) bool { return s.Node == id }) ||
		slices.ContainsFunc(r.answer.Deferred, func(d Deferred) bool { return d.Node == id })
}

// openRows gives the open nodes that are told by their row alone.
func (r *recall) openRows() []memory.Node { return r.locked }

// takeDocument shows the document of a node, as a block of its own. A document that
// is missing is no answer; the row is deferred with its lock as reason.
func (r *recall) takeDocument(n memory.Node) error {
	read := r.v.read
	if read == nil {
		read = func(path string) ([]byte, error) {
			return readPlain(r.v.Dir, path)
		}
	}
	clean, inside := memory.DocumentPath(n.Path)
	data, err := []byte(nil), error(errNotPlain)
	if inside {
		data, err = read(clean)
	}
	if err != nil {
		r.deferID(memory.ID(n.ID), n.ID, n.Note, r.lock(n.ID))
		return nil
	}
	doc := memory.Chunk{Node: n.ID, Title: n.Note, Conclusion: string(data), Source: n.Path}
	block, tokens := shown(doc.Block(string(n.ID)), -1)
	s := Selected{
		ID: memory.ID(n.ID), Node: n.ID, State: r.state(n.ID), Title: redact.Text(n.Note), Text: block, Match: []Match{},
		Supersedes: []Superseded{}, ConflictsWith: []memory.ID{}, Source: redact.Text(n.Path), MissingPaths: []string{},
	}
	for _, w := range r.e.nodes {
		if m := (Match{Term: r.e.q.Surface(w.from, w.to), Kind: "hit_word", Field: "hit_words"}); w.node == n.ID && !slices.Contains(s.Match, m) {
			s.Match = append(s.Match, m)
		}
	}
	if !r.budget.add(block, tokens, r.markers(s)) {
		r.deferID(memory.ID(n.ID), n.ID, n.Note, ReasonBudget)
		return nil
	}
	r.answer.Selected = append(r.answer.Selected, s)
	return nil
}

// routerLines are the hints: the active main line, rows that the prompt names, what
// is deferred and what to type, and profile chunks that may be out of date.
func (r *recall) routerLines(rows []memory.Node) []string {
	zh := r.v.Config.Lang == "zh"
	clean := func(s string) string { return memory.Sanitize(redact.Text(s)) } // the rows are typed by hand
	lines := []string{"- " + string(r.active.ID) + " " + clean(r.active.Note) + " [ACTIVE] " + clean(r.active.Path) + "\n"}
	for _, n := range rows {
		if n.ID != r.active.ID {
			lines = append(lines, "- "+string(n.ID)+" "+clean(n.Note)+" ["+string(r.state(n.ID))+"] "+clean(n.Path)+"\n")
		}
	}
	locked := false
	for _, d := range r.answer.Deferred {
		locked = locked || d.Reason != ReasonBudget && d.Reason != ReasonLimit
		line := "- " + r.short(d.ID) + " " + clean(d.Title) + " [" + string(d.Node) + "] " + string(d.Reason)
		if mark := r.conflictMark(d.ConflictsWith); mark != "" {
			line += " " + mark
		}
		lines = append(lines, line+"\n")
	}
	for _, d := range r.answer.Deferred {
		if d.Reason == ReasonBudget || d.Reason == ReasonLimit {
			if zh {
				lines = append(lines, "- 查看全文：git hfa show "+r.short(d.ID)+"\n")
			} else {
				lines = append(lines, "- to read it: git hfa show "+r.short(d.ID)+"\n")
			}
			break
		}
	}
	if locked {
		if zh {
			lines = append(lines, "- 已锁定；需要时：git hfa recall --query \"…\" --unlock \"原因\"\n")
		} else {
			lines = append(lines, "- locked; to read it: git hfa recall --query \"…\" --unlock \"why\"\n")
		}
	}
	for _, d := range r.answer.ProfileDrift {
		if zh {
			lines = append(lines, "- 画像 "+r.short(d.ID)+" 可能已过时："+clean(d.Recorded)+" / "+clean(d.Said)+"\n")
		} else {
			lines = append(lines, "- profile "+r.short(d.ID)+" may be out of date: "+clean(d.Recorded)+" / "+clean(d.Said)+"\n")
		}
	}
	return lines
}
