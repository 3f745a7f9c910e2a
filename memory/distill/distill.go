package distill

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// Modes of distilling, as the configuration's "distill" has them.
const (
	Auto       = "auto"       // structured forms, else an explicit conclusion in the prose
	Structured = "structured" // structured forms alone
	Off        = "off"        // nothing
)

// DefaultMaxTokens is the budget of one recall that a draft's block must fit:
// recall_token_budget of a memory's default configuration, in tokens of o200k_base.
const DefaultMaxTokens = 600

// maxDrafts bounds what one answer may leave.
const maxDrafts = 16

// Options say how an answer is read. The zero value is usable.
type Options struct {
	Mode      string // Auto, Structured or Off; "" is Auto, any other word is Off
	Source    string // what the caller will store as the chunk's source; it counts against MaxTokens
	MaxTokens int    // tokens that recall head, block and foot may take; 0 is DefaultMaxTokens
}

// Draft is one conclusion, within the limits of a chunk: a title of at most 200 code
// points, 1 to 8 hit words of at most 64, a conclusion of at most 4,000.
type Draft struct {
	Title      string
	HitWords   []string
	Conclusion string   // lines end with "\n"; the last has none
	Supersedes []string // chunk ids or prefixes as written; whether they lead anywhere is the caller's to ask
	Node       string   // a well-formed node id such as "M1", or ""
	RequestID  string   // "" when the answer gives none
	Structured bool     // the answer asked for it in a structured form
}

// Refusal is a structured form that asks to be stored and cannot be as it is. Its
// message says why and what to do, and holds no secret.
type Refusal struct {
	Title  string // "" when there is none
	Reason string
	Hint   string
}

// Error gives reason and hint.
func (r *Refusal) Error() string { return r.Reason + "; " + r.Hint }

// Extract returns what the answer leaves to be stored, in the order of the text, and
// the structured forms that had to be refused. Blocks win over "Decision:" lines, and
// either over the prose: an answer that has a structured form, be it an empty or a pending one, is
// not searched for others. Secrets are taken out of the whole answer before anything
// is drawn from it, so that a cut cannot part a secret from the word that gives it away.
func Extract(answer string, o Options) ([]Draft, []*Refusal) {
	if o.Mode == "" {
		o.Mode = Auto
	}
	if o.Mode != Auto && o.Mode != Structured {
		return nil, nil
	}
	answer = clean(answer)
	drafts, refused := extract(answer, o)
	if len(drafts) == 0 && len(refused) == 0 {
		return nil, nil // the usual case costs no search for secrets
	}
	if safe := redact.Text(answer); safe != answer {
		drafts, refused = extract(safe, o)
	}
	leads := scan(answer).leads()
	for i := range drafts {
		drafts[i].redactUnder(leads)
	}
	return drafts, refused
}

// leads gives the lines that say what comes below them: headings, and what ends with a colon.
func (d *document) leads() []string {
	var leads []string
	for _, l := range d.lines {
		text := strings.Trim(l.text, "*_ ")
		if l.kind == heading || l.kind == prose && (strings.HasSuffix(text, ":") || strings.HasSuffix(text, "：")) {
			leads = append(leads, strings.TrimRight(text, ":："))
		}
	}
	return leads
}

// redactUnder takes out of a draft what is a secret below one of the leads of its answer, as a password under the heading
// "Staging DB password".
func (d *Draft) redactUnder(leads []string) {
	for _, lead := range leads {
		texts, changed := redact.Record(lead, d.Conclusion, append([]string{d.Title}, d.HitWords...)...)
		if !changed {
			continue
		}
		d.Conclusion, d.Title = texts[1], texts[2]
		if d.Title == redact.Mark {
			d.Title = cutWords(oneLine(texts[0]), memory.MaxTitle)
		}
		d.HitWords = slices.DeleteFunc(texts[3:], func(word string) bool { return strings.Contains(word, redact.Mark) })
		if len(d.HitWords) == 0 {
			d.HitWords = hitWords([]string{d.Title, d.Conclusion})
		}
	}
}

func extract(answer string, o Options) ([]Draft, []*Refusal) {
	d := scan(answer)
	found := d.blocks()
	if !found.any {
		found = d.decisionLines()
	}
	if !found.any && o.Mode == Auto && !d.showsForm() {
		return d.conclude(o), nil
	}
	return found.finish(o)
}

// showsForm tells whether the answer shows a capture form and does not use it: in a
// quotation or inside another fence. Such an answer speaks of records of others, or of how to
// write one.
func (d *document) showsForm() bool {
	for _, l := range d.lines {
		switch l.kind {
		case quote:
			shown := strings.TrimLeft(l.text, "> ")
			m, ok := fenceMarker(shown)
			if _, isDecision := cutDecision(shown); isDecision || ok && isBlockInfo(m.info) {
				return true
			}
		case code:
			m, ok := fenceMarker(l.text)
			if _, isDecision := cutDecision(strings.TrimSpace(l.text)); isDecision || ok && isBlockInfo(m.info) {
				return true
			}
		case prose, heading, item:
			if _, ok := cutDecision(strings.TrimLeft(l.text, "\"'`“「")); ok {
				return true
			}
		}
	}
	return false
}

// clean makes the text valid UTF-8 with "\n" as its only line end, without NUL.
func clean(s string) string {
	if !utf8.ValidString(s) {
		s = strings.ToValidUTF8(s, "\uFFFD")
	}
	if strings.IndexByte(s, '\r') >= 0 {
		s = strings.ReplaceAll(strings.ReplaceAll(s, "\r\n", "\n"), "\r", "\n")
	}
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "")
	}
	return strings.TrimPrefix(s, "\uFEFF")
}

// found is what one structured reading saw. any is set by empty and pending forms too.
type found struct {
	any     bool
	forms   []form
	refused []*Refusal
}

// form is a structured record as it was written.
type form struct {
	title, conclusion, node, requestID string
	hitWords, supersedes               []string
}

// finish brings the forms within the limits of a chunk.
func (f found) finish(o Options) ([]Draft, []*Refusal) {
	var drafts []Draft
	for _, form := range f.forms {
		if len(drafts) == maxDrafts {
			f.refused = append(f.refused, &Refusal{form.title,
				fmt.Sprintf("one answer leaves at most %d records", maxDrafts), "write the others in a later answer"})
			break
		}
		d, err := form.draft(o)
		switch {
		case err != nil:
			f.refused = append(f.refused, err)
		case !holds(drafts, d):
			drafts = append(drafts, d)
		}
	}
	return drafts, f.refused
}

// holds tells whether the same record was written twice in one answer.
func holds(drafts []Draft, d Draft) bool {
	for i := range drafts {
		if drafts[i].Conclusion == d.Conclusion && drafts[i].Title == d.Title && drafts[i].Node == d.Node {
			return true
		}
	}
	return false
}
