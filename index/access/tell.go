package access

import (
	"fmt"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Topic is what a program says of a decision that it wrote: "git hfa add-topic --json", and the answer of the MCP tool
// remember_decision.
type Topic struct {
	ID         memory.ID     `json:"id"`
	Path       string        `json:"path"` // slash path in the memory
	Epoch      int           `json:"epoch"`
	Topic      int           `json:"topic"`
	Node       memory.NodeID `json:"node"`
	Supersedes []memory.ID   `json:"supersedes"`
	Duplicate  bool          `json:"duplicate"`        // the request id was there with the same content: nothing was written
	Redacted   bool          `json:"redacted"`         // secrets were taken out
	NewEpoch   bool          `json:"new_epoch"`        // this chunk opened an epoch
	Tokens     int           `json:"tokens,omitempty"` // of its block in a recall, by the tokenizer of the configuration
	Warnings   []string      `json:"warnings"`
}

// TopicOf tells of an added chunk. v is the view after the write, nil if there is none; room is then unknown too. A chunk that
// is larger than the room of a recall for one block will only be named there, never shown.
func TopicOf(added store.Added, v *index.View) (t Topic, room int, err error) {
	c := added.Chunk
	t = Topic{
		ID: c.ID, Path: added.Path, Epoch: c.Epoch, Topic: c.Topic, Node: c.Node, Supersedes: append([]memory.ID{}, c.Supersedes...),
		Duplicate: added.Duplicate, Redacted: added.Redacted, NewEpoch: added.NewEpoch, Warnings: []string{},
	}
	if added.Redacted {
		t.Warnings = append(t.Warnings, "a secret was taken out before writing")
	}
	if v != nil {
		t.Tokens, room, err = index.BlockSize(v.Config, c, ShortID(v.Source, c.ID))
	}
	return t, room, err
}

// ShortID is an id as a person is shown it: the number alone as long as no other chunk has it. src may be nil.
func ShortID(src index.Source, id memory.ID) string {
	if src == nil || src.SameNumber(id) {
		return string(id)
	}
	return id.Short()
}

// Counts says what is in a memory. Of the readable chunks each is living, superseded or tombstoned.
type Counts struct {
	Chunks     int `json:"chunks"` // readable ones
	Living     int `json:"living"`
	Superseded int `json:"superseded"`
	Tombstoned int `json:"tombstoned"`
	Edited     int `json:"edited"`
	Nodes      int `json:"nodes"`
}

// Survey counts what v has and gives the problems that show in it. each, which may be nil, is called for every chunk;
// an error of its ends the survey.
func Survey(v *index.View, each func(index.Doc) error) (c Counts, problems []memory.Problem, err error) {
	c.Nodes = len(v.Directory.Nodes())
	problems = slices.Clone(v.Problems)
	for i := range v.Source.NumDocs() {
		doc, err := v.Source.Doc(i)
		if err != nil {
			return c, problems, err
		}
		c.Chunks++
		switch {
		case doc.Tombstoned:
			c.Tombstoned++
		case len(v.Source.Successors(i)) > 0:
			c.Superseded++
		default:
			c.Living++
		}
		if doc.Edited {
			c.Edited++
			problems = append(problems, memory.EditedProblem(doc.Path))
		}
		if each != nil {
			if err := each(doc); err != nil {
				return c, problems, err
			}
		}
	}
	forks, err := v.ForkProblems()
	return c, append(problems, forks...), err
}

// TransactionProblem is what verify and status say of a transaction that could not be finished.
func TransactionProblem(err error) memory.Problem {
	return memory.Problem{Code: "transaction", Severity: memory.SeverityError, Message: err.Error(), Cure: "git hfa doctor --repair"}
}

// TooBig says that a decision of so many tokens is never shown in a recall that has room for fewer.
func TooBig(tokens, room int) string {
	return fmt.Sprintf("%d tokens are more than a recall may give (%d)", tokens, room)
}

// SplitWords splits every value at the signs that people put between words, Chinese ones too, drops empty ones and what was
// there already.
func SplitWords(values ...string) []string {
	var words []string
	seen := map[string]bool{}
	for _, value := range values {
		for _, word := range strings.FieldsFunc(value, separates) {
			if word = strings.TrimSpace(word); word != "" && !seen[word] {
				seen[word] = true
				words = append(words, word)
			}
		}
	}
	return words
}

func separates(r rune) bool {
	switch r {
	case ',', '，', '、', ';', '；', '\n', '\r':
		return true
	}
	return false
}
