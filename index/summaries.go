package index

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/memory"
)

// epoch is the documents of one epoch, in order.
type epoch struct {
	number int
	sealed bool // a higher one exists
	docs   []int
}

// state is what people are shown.
func (e *epoch) state() string {
	if e.sealed {
		return "SEALED"
	}
	return "OPEN"
}

// path of the readable view.
func (e *epoch) path() string {
	return path.Dir(memory.FrameworkPath(e.number)) + "/summaries.md"
}

// epochs groups the documents, lowest epoch first.
func (v *View) epochs() ([]epoch, error) {
	byNumber := make(map[int][]int)
	for i := range v.Source.NumDocs() {
		d, err := v.Source.Doc(i)
		if err != nil {
			return nil, err
		}
		n := max(d.Epoch, 1)
		byNumber[n] = append(byNumber[n], i)
	}
	var out []epoch
	for n, docs := range byNumber {
		out = append(out, epoch{number: n, docs: docs})
	}
	slices.SortFunc(out, func(a, b epoch) int { return cmp.Compare(a.number, b.number) })
	for i := range out {
		out[i].sealed = i < len(out)-1
	}
	return out, nil
}

// Summaries renders history/epoch_NN/summaries.md of every epoch: chunk by chunk, superseded and
// tombstoned ones marked, the state of the epoch at the head. The first line carries a key of what is
// shown; see StaleSummaries.
func (v *View) Summaries() ([]File, error) { return v.summaries(false) }

// StaleSummaries renders only the summaries whose file does not show the present state: it is missing, its
// first lines carry another key, or it shows a commit that is outdated. So after one added chunk only its epoch is rendered.
func (v *View) StaleSummaries() ([]File, error) { return v.summaries(true) }

// OutdatedSummaries renders only the summaries whose file shows a commit that is outdated, which costs less to find out.
func (v *View) OutdatedSummaries() ([]File, error) {
	epochs, err := v.epochs()
	if err != nil {
		return nil, err
	}
	var out []File
	for i := range epochs {
		e := &epochs[i]
		if !v.showsOutdated(v.summaryHead(e.path())) {
			continue
		}
		key, err := v.summaryKey(e)
		if err != nil {
			return nil, err
		}
		data, err := v.renderSummary(e, key)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Path: e.path(), Data: data})
	}
	return out, nil
}

func (v *View) summaries(staleOnly bool) ([]File, error) {
	epochs, err := v.epochs()
	if err != nil {
		return nil, err
	}
	var out []File
	for i := range epochs {
		e := &epochs[i]
		key, err := v.summaryKey(e)
		if err != nil {
			return nil, err
		}
		if staleOnly && v.showsPresent(v.summaryHead(e.path()), key) {
			continue
		}
		data, err := v.renderSummary(e, key)
		if err != nil {
			return nil, err
		}
		out = append(out, File{Path: e.path(), Data: data})
	}
	return out, nil
}

// headSize is what the comments at the head of a summary take as a rule, in bytes.
const headSize = 4 << 10

// summaryHead reads the comments at the head of a summary, and some of what follows; nothing when there is none.
func (v *View) summaryHead(file string) []byte {
	if v.head != nil {
		if data, err := v.head(file, headSize); err != nil || bytes.Contains(data, []byte("\n\n")) {
			return data
		}
	}
	data, err := v.read(file)
	if err != nil {
		return nil
	}
	return data
}

// showsPresent looks for the key at the head of a summary, since other marks may stand before it, and at the commits.
func (v *View) showsPresent(head []byte, key string) bool {
	// Commits first: who is asked whether one is outdated may then know the new one.
	return !v.showsOutdated(head) && bytes.Contains(head, []byte(key))
}

// The commits that a summary shows stand at its head, too, where they are found without reading all of it.
const (
	commitsMark = "<!-- commits "
	commentEnd  = " -->"
)

// showsOutdated looks for a commit that is outdated.
func (v *View) showsOutdated(head []byte) bool {
	if v.Outdated == nil {
		return false
	}
	_, rest, ok := bytes.Cut(head, []byte(commitsMark))
	line, _, whole := bytes.Cut(rest, []byte(commentEnd))
	return ok && whole && slices.ContainsFunc(strings.Fields(string(line)), v.Outdated)
}

// summaryKey is a comment with a hash of everything that a summary shows.
func (v *View) summaryKey(e *epoch) (string, error) {
	h := sha256.New()
	fmt.Fprintf(h, "1 %s %s\n", v.words().lang, e.state())
	for _, i := range e.docs {
		d, err := v.Source.Doc(i)
		if err != nil {
			return "", err
		}
		marks, err := v.marks(i, d)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%s %x %q\n", v.shown(d.ID), d.Sum, marks)
	}
	return "<!-- shows sha256:" + hex.EncodeToString(h.Sum(nil)) + " -->", nil
}

// shown is the id as people see it: short while that is unambiguous.
func (v *View) shown(id memory.ID) string {
	if v.Source.SameNumber(id) {
		return string(id)
	}
	return id.Short()
}

// summaryWords are the fixed words of a summary.
type summaryWords struct {
	lang                                  string
	title, state, sealed, open            string
	superseded, and, tombstoned, noReason string
	edited, hitWords, comma, supersedes   string
	commit                                string
}

func (v *View) words() summaryWords {
	if v.Config.Lang == "zh" {
		return summaryWords{
			lang: "zh", title: "# 第 %02d 纪元\n\n", state: "状态：", sealed: "SEALED（已封存）", open: "OPEN（进行中）",
			superseded: "历史记录；已被 %s 替代", and: "、", tombstoned: "已撤销：%s", noReason: "未写明原因",
			edited: "写入后被改动", hitWords: "命中词：", comma: "、", supersedes: "替代：", commit: "提交：",
		}
	}
	return summaryWords{
		lang: "en", title: "# Epoch %02d\n\n", state: "State: ", sealed: "SEALED", open: "OPEN",
		superseded: "historical record; superseded by %s", and: ", ", tombstoned: "revoked: %s", noReason: "no reason given",
		edited: "changed after it was written", hitWords: "Hit words: ", comma: ", ", supersedes: "Supersedes: ", commit: "Commit: ",
	}
}

// marks tells why document i does not count any more.
func (v *View) marks(i int, d Doc) ([]string, error) {
	w := v.words()
	var out []string
	if next := v.Source.Successors(i); len(next) > 0 {
		var ids []string
		for _, n := range next {
			other, err := v.Source.Doc(n)
			if err != nil {
				return nil, err
			}
			ids = append(ids, v.shown(other.ID))
		}
		out = append(out, fmt.Sprintf(w.superseded, strings.Join(ids, w.and)))
	}
	if d.Tombstoned {
		reason := oneLine(v.Tombstones[string(d.ID)].Reason)
		out = append(out, fmt.Sprintf(w.tombstoned, cmp.Or(reason, w.noReason)))
	}
	if d.Edited {
		out = append(out, w.edited)
	}
	return out, nil
}

// oneLine makes foreign text safe inside a line.
func oneLine(s string) string {
	return strings.Join(strings.Fields(memory.Sanitize(s)), " ")
}

func (v *View) renderSummary(e *epoch, key string) ([]byte, error) {
	w := v.words()
	var b strings.Builder
	var commits []string
	fmt.Fprintf(&b, w.title, e.number)
	state := w.open
	if e.sealed {
		state = w.sealed
	}
	b.WriteString(w.state + state + "\n")
	for _, i := range e.docs {
		d, err := v.Source.Doc(i)
		if err != nil {
			return nil, err
		}
		c, err := v.Chunk(i)
		if err != nil {
			return nil, err
		}
		marks, err := v.marks(i, d)
		if err != nil {
			return nil, err
		}
		// The block is the sanitised form that recall shows too.
		b.WriteString("\n" + c.Block(v.shown(d.ID)))
		for _, m := range marks {
			b.WriteString("\n**" + m + "**\n")
		}
		if len(c.HitWords) > 0 {
			b.WriteString("\n" + w.hitWords + oneLine(strings.Join(c.HitWords, w.comma)) + "\n")
		}
		if len(c.Supersedes) > 0 {
			var ids []string
			for _, id := range c.Supersedes {
				ids = append(ids, v.shown(id))
			}
			b.WriteString("\n" + w.supersedes + strings.Join(ids, w.and) + "\n")
		}
		if v.Commit != nil {
			if id, date := v.Commit(d.ID); id != "" {
				b.WriteString("\n" + w.commit + id + " " + date + "\n")
				commits = append(commits, id)
			}
		}
	}
	head := key + "\n"
	if slices.Sort(commits); len(commits) > 0 {
		head += commitsMark + strings.Join(slices.Compact(commits), " ") + commentEnd + "\n"
	}
	return []byte(head + "\n" + b.String()), nil
}
