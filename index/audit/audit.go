// Package audit writes down what a recall gave, in history/access.jsonl of the memory.
package audit

import (
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/store"
)

// Recall writes what was given, what was kept back and why something was unlocked; a miss only where the configuration
// says "audit": "all". unlock is the reason given with the question, "" for none. It is best effort by contract: a memory
// that cannot be written to still answers.
func Recall(s *store.Store, c memory.Config, a *index.Answer, unlock string) {
	var selected, deferred, reasons []string
	for _, chunk := range a.Selected {
		selected = append(selected, string(chunk.ID))
	}
	for _, d := range a.Deferred {
		deferred = append(deferred, string(d.ID))
		if !slices.Contains(reasons, string(d.Reason)) {
			reasons = append(reasons, string(d.Reason))
		}
	}
	switch {
	case unlock != "":
		_ = s.Audit(store.AuditEntry{Kind: "unlock", Query: a.Query, IDs: selected, Reason: unlock})
	case len(selected) > 0:
		_ = s.Audit(store.AuditEntry{Kind: "hit", Query: a.Query, IDs: selected})
	}
	if len(deferred) > 0 {
		_ = s.Audit(store.AuditEntry{Kind: "deferred", Query: a.Query, IDs: deferred, Reason: strings.Join(reasons, ", ")})
	}
	if a.Status == "miss" && c.Audit == "all" {
		_ = s.Audit(store.AuditEntry{Kind: "miss", Query: a.Query})
	}
}
