package distill

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
	"github.com/git-hfa/git-hfa/memory/token"
)

// titleLength is where a title that is drawn from a sentence is cut at a clause, in
// code points. A title that the answer gives is only held to the limit of a chunk.
const titleLength = 80

// draft brings a structured form within the limits of a chunk. Only the conclusion is
// never shortened: what is too long is refused. A title is cut between words; words
// over the eighth are left out; so are a node and a link that cannot be ones.
func (f form) draft(o Options) (Draft, *Refusal) {
	d := Draft{Title: oneLine(f.title), Conclusion: f.conclusion, Structured: true}
	if isEmpty(d.Title) {
		d.Title = titleOf(d.Conclusion)
	}
	d.Title = cutWords(d.Title, memory.MaxTitle)
	if n := utf8.RuneCountInString(d.Conclusion); n > memory.MaxConclusion {
		return d, &Refusal{d.Title, fmt.Sprintf("the conclusion %q has %d characters, the limit is %d", d.Title, n, memory.MaxConclusion), splitHint}
	}
	d.HitWords = tidyHitWords(f.hitWords)
	if len(d.HitWords) == 0 {
		d.HitWords = hitWords([]string{d.Title, d.Conclusion})
	}
	if node := strings.ToUpper(strings.TrimSpace(f.node)); node != "" {
		if _, err := memory.ParseNodeID(node); err == nil {
			d.Node = node
		}
	}
	for _, s := range f.supersedes {
		s = strings.ToLower(strings.Trim(s, "`\"'# "))
		if isChunkPrefix(s) && !slices.Contains(d.Supersedes, s) {
			d.Supersedes = append(d.Supersedes, s)
		}
	}
	if id := oneLine(f.requestID); !isEmpty(id) && utf8.RuneCountInString(id) <= memory.MaxRequestID {
		d.RequestID = id
	}
	if n, limit := d.tokens(o), o.maxTokens(); n > limit {
		return d, &Refusal{d.Title, fmt.Sprintf("the conclusion %q takes %d tokens when it is recalled, the limit is %d", d.Title, n, limit), splitHint}
	}
	return d, nil
}

const splitHint = "split it into several hfa-memory blocks of one decision each"

func (o Options) maxTokens() int {
	if o.MaxTokens > 0 {
		return o.MaxTokens
	}
	return DefaultMaxTokens
}

// tokens counts what recalling the draft alone will take: head, block, foot. The
// number of the chunk is not known yet, so a long one stands in for it.
func (d *Draft) tokens(o Options) int {
	c := memory.Chunk{Node: memory.NodeID(d.Node), Title: d.Title, Conclusion: d.Conclusion, Source: o.Source, CreatedAt: memory.TimeFormat}
	if c.Node == "" {
		c.Node = "M1000"
	}
	text := memory.RecallHead + c.Block("chunk_999999-zzzzzzzz") + memory.RecallFoot
	if n := token.Estimate(text); n <= o.maxTokens() {
		return n // an upper bound, which needs no table
	}
	return token.Count(text)
}

// isChunkPrefix tells whether s may name a chunk: "chunk_0007", "chunk_0007-k3f9", "7".
func isChunkPrefix(s string) bool {
	digits, tag, tagged := strings.Cut(strings.TrimPrefix(s, "chunk_"), "-")
	if tagged && (tag == "" || len(tag) > 8 || strings.Trim(tag, "0123456789abcdefghjkmnpqrstvwxyz") != "" || digits == s) {
		return false
	}
	return digits != "" && len(digits) <= 9 && strings.Trim(digits, "0123456789") == ""
}

// tidyHitWords makes given hit words fit a chunk: trimmed, each once, the first eight.
func tidyHitWords(words []string) []string {
	var tidy []string
	for _, w := range words {
		w = oneLine(strings.Trim(strings.TrimSpace(w), "`"))
		if w == "" || w == redact.Mark || utf8.RuneCountInString(w) > memory.MaxHitWord {
			continue
		}
		if slices.ContainsFunc(tidy, func(o string) bool { return strings.EqualFold(o, w) }) {
			continue
		}
		if tidy = append(tidy, w); len(tidy) == memory.MaxHitWords {
			break
		}
	}
	return tidy
}

// titleOf takes the first clause of a conclusion as its title.
func titleOf(conclusion string) string {
	first, _, _ := strings.Cut(conclusion, "\n")
	for _, s := range sentences(first) {
		first = s
		break
	}
	return shorten(plain(first), titleLength)
}

// shorten cuts a sentence at the last clause that ends within limit code points, else
// between words, and takes the marks at its end off.
func shorten(s string, limit int) string {
	s = trimEnd(oneLine(s))
	if utf8.RuneCountInString(s) <= limit {
		return s
	}
	n, clause, inCode := 0, 0, false
	for i, r := range s {
		if n == limit {
			break
		}
		n++
		switch r {
		case '`':
			inCode = !inCode
		case '，', '；', '：', '。', '（':
			if n > limit/4 && !inCode {
				clause = i
			}
		case ',', ';', ':', '(':
			if n > limit/4 && !inCode && (r == '(' && i > 0 && s[i-1] == ' ' || r != '(' && strings.HasPrefix(s[i+1:], " ")) {
				clause = i
			}
		}
	}
	if clause > 0 {
		return trimEnd(s[:clause])
	}
	return trimEnd(cutWords(s, limit))
}

// cutWords cuts s to limit code points, between words where it has any.
func cutWords(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n, space := 0, 0
	for i, r := range s {
		if n == limit {
			if space > len(s[:i])/2 {
				i = space
			}
			return strings.TrimSpace(s[:i])
		}
		if r == ' ' {
			space = i
		}
		n++
	}
	return s
}

func trimEnd(s string) string {
	return strings.TrimSpace(strings.TrimRight(s, " .,;:!?。，；：！？、—-"))
}

// oneLine folds all white space to single spaces.
func oneLine(s string) string {
	if !strings.ContainsAny(s, "\n\t\r\v\f") && !strings.Contains(s, "  ") {
		return strings.TrimSpace(s)
	}
	return strings.Join(strings.Fields(s), " ")
}
