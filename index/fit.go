package index

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index/query"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/git-hfa/git-hfa/memory/token"
)

// budget counts tokens as text is put together. Every part begins with "## ", "- ",
// "[" or "<" and ends with a newline, so the counts of the parts add up to that of
// the whole (no token of o200k_base spans a newline that is followed by such a sign).
type budget struct {
	counter token.Counter
	limits  memory.Config
	used    int // tokens of text, 0 while there is none
	parts   []string
}

func newBudget(c memory.Config) (*budget, error) {
	counter, err := token.For(c.Tokenizer)
	return &budget{counter: counter, limits: c}, err
}

// BlockSize counts the block of a chunk, as a recall shows it with this id, and tells how many tokens a recall has room for
// in one block: its budget less the fence. Both are counts of the tokenizer that the configuration names.
func BlockSize(c memory.Config, chunk memory.Chunk, id string) (tokens, room int, err error) {
	b, err := newBudget(c)
	if err != nil {
		return 0, 0, fmt.Errorf("read %s: %w", memory.ConfigPath, err)
	}
	block, _ := shown(chunk.Block(id), -1)
	return b.counter.Count(block), c.RecallTokenBudget - b.counter.Count(memory.RecallHead) - b.counter.Count(memory.RecallFoot), nil
}

// add puts a block and its marker lines into the recall text if they fit whole.
// tokens is the count of the block when it is known, else -1.
func (b *budget) add(block string, tokens int, markers []string) bool {
	if tokens < 0 || !b.counter.Exact() {
		tokens = b.counter.Count(block)
	}
	for _, m := range markers {
		tokens += b.counter.Count(m)
	}
	used := b.used
	if used == 0 {
		used = b.counter.Count(memory.RecallHead) + b.counter.Count(memory.RecallFoot)
	}
	if used+tokens > b.limits.RecallTokenBudget {
		return false
	}
	b.used = used + tokens
	b.parts = append(append(b.parts, block), markers...)
	return true
}

// text is the recall text: head, blocks with their markers, foot.
func (b *budget) text() string {
	if len(b.parts) == 0 {
		return ""
	}
	return memory.RecallHead + strings.Join(b.parts, "") + memory.RecallFoot
}

// router joins the lines that fit; the first that does not ends it.
func (b *budget) router(lines []string) (string, int) {
	var text strings.Builder
	used := 0
	for _, l := range lines {
		n := b.counter.Count(l)
		if used+n > b.limits.RouterTokenBudget {
			break
		}
		used += n
		text.WriteString(l)
	}
	return text.String(), used
}

// take reads a chosen chunk and puts it into the answer, or defers it.
func (r *recall) take(c candidate) (memory.Chunk, bool, error) {
	chunk, err := r.v.Chunk(c.doc)
	if err != nil {
		return chunk, false, err
	}
	tokens := c.info.Tokens
	id := c.info.ID.Short()
	if r.v.Source.SameNumber(c.info.ID) {
		id, tokens = string(c.info.ID), -1
	}
	block, tokens := shown(chunk.Block(id), tokens)
	s, err := r.tell(c, chunk, block)
	if err != nil {
		return chunk, false, err
	}
	if !r.budget.add(block, tokens, r.markers(s)) {
		return chunk, false, r.deferChunk(c, ReasonBudget)
	}
	r.answer.Selected = append(r.answer.Selected, s)
	return chunk, true, nil
}

// shown takes out of a block what looks like a secret: a chunk that was edited by hand, or
// written by another program, never passed the store's own check. The count of a block that
// changes is no longer known.
func shown(block string, tokens int) (string, int) {
	clean := redact.Text(block)
	if clean == block {
		return block, tokens
	}
	if !strings.HasSuffix(clean, "\n") {
		clean += "\n"
	}
	return clean, -1
}

// markers are the lines under a block that warn about it.
func (r *recall) markers(s Selected) []string {
	zh := r.v.Config.Lang == "zh"
	say := func(en, cn string) string {
		if zh {
			return cn
		}
		return en
	}
	var out []string
	if s.State == memory.Tombstoned {
		out = append(out, say("[its node is archived: TOMBSTONED]\n", "[所属节点已归档：TOMBSTONED]\n"))
	}
	if s.Edited {
		out = append(out, say("[edited by hand after it was written]\n", "[写入后被手工修改过]\n"))
	}
	if mark := r.conflictMark(s.ConflictsWith); mark != "" {
		out = append(out, mark+"\n")
	}
	if len(s.MissingPaths) > 0 {
		out = append(out, say("[no longer there: ", "[已不存在：")+strings.Join(s.MissingPaths, ", ")+"]\n")
	}
	return out
}

// maxPaths bounds the paths of one chunk that are looked for.
const maxPaths = 8

// missingPaths gives the files that a chunk names and the work tree does not have.
// Only what is surely a path is looked for: a slash, a name with an extension, no address
// of the net and no pattern.
func (r *recall) missingPaths(c memory.Chunk) []string {
	out := []string{}
	if r.v.Top == "" {
		return out
	}
	looked := 0
	for _, field := range strings.FieldsFunc(c.Title+"\n"+c.Conclusion, notInPath) {
		p := strings.Trim(field, ".,-")
		if strings.HasPrefix(field, ".") && !strings.HasPrefix(field, "./") {
			p = "." + p
		}
		if !pathLike(p) || slices.Contains(out, p) {
			continue
		}
		if looked++; looked > maxPaths {
			break
		}
		if _, err := os.Lstat(filepath.Join(r.v.Top, filepath.FromSlash(p))); os.IsNotExist(err) {
			out = append(out, p)
		}
	}
	return out
}

func notInPath(r rune) bool {
	return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("._-/@+:*{}$~<>=%", r))
}

func pathLike(p string) bool {
	if strings.ContainsAny(p, "@+:*{}$~<>=%") || strings.HasPrefix(p, "/") || strings.Contains(p, "//") || strings.Contains(p, "..") || len(p) > 200 {
		return false
	}
	first, rest, ok := strings.Cut(p, "/")
	if !ok || strings.Contains(strings.TrimLeft(first, "."), ".") { // example.org/page.html
		return false
	}
	name := rest[strings.LastIndexByte(rest, '/')+1:]
	stem, ext, ok := strings.Cut(strings.TrimLeft(name, "."), ".")
	if ok {
		return stem != "" && ext != "" && strings.Trim(ext, "0123456789") != ""
	}
	return strings.HasPrefix(name, ".") && len(name) > 2
}

// sameText says whether two chunks say the same: nearly all index terms are shared,
// and all that differ in meaning though they look alike (numbers, names) are.
func sameText(a, b memory.Chunk) bool {
	const alike = 85 // percent of the terms of both together
	ta, tb := query.Cut(a.Title+"\n"+a.Conclusion), query.Cut(b.Title+"\n"+b.Conclusion)
	in := make(map[string]bool, len(ta))
	for _, t := range ta {
		in[t] = true
	}
	shared := 0
	for _, t := range tb {
		if in[t] {
			shared++
			delete(in, t)
		} else if strings.ContainsAny(t, "0123456789") {
			return false
		}
	}
	for t := range in {
		if strings.ContainsAny(t, "0123456789") {
			return false
		}
	}
	return shared*100 >= alike*(len(ta)+len(tb)-shared)
}

// conflictMark warns that other chunks replaced the same decision; "" when none did.
func (r *recall) conflictMark(with []memory.ID) string {
	if len(with) == 0 {
		return ""
	}
	ids := make([]string, len(with))
	for i, id := range with {
		ids[i] = r.short(id)
	}
	if r.v.Config.Lang == "zh" {
		return "[与之冲突：" + strings.Join(ids, ", ") + "]"
	}
	return "[in conflict with " + strings.Join(ids, ", ") + "]"
}
