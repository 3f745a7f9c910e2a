package memory

import (
	"github.com/git-hfa/git-hfa/memory/redact"
)

// secrets looks through every text of the truth. The message names the rule
// and the key, never the text itself: it goes to logs.
func (v *verifier) secrets() {
	const cure = "the secret is in the history: revoke it where it is valid, then remove it from git (git filter-repo)"
	look := func(path, key, text string) bool {
		findings := redact.Find(text)
		if len(findings) == 0 {
			return false
		}
		v.add("secret", SeverityError, path, key+" holds what looks like a secret (rule "+findings[0].Rule+")", cure)
		return true
	}
	for i := range v.tree.Chunks {
		c := &v.tree.Chunks[i]
		found := look(c.Path, "title", c.Title)
		found = look(c.Path, "conclusion", c.Conclusion) || found
		found = look(c.Path, "source", c.Source) || found
		found = look(c.Path, "request_id", c.RequestID) || found
		for _, word := range c.HitWords {
			if look(c.Path, "hit_words", word) {
				found = true
				break
			}
		}
		if !found {
			if _, together := redact.Record(c.Title, c.Conclusion, append([]string{c.Source, c.RequestID}, c.HitWords...)...); together {
				v.add("secret", SeverityError, c.Path, "its texts together hold what looks like a secret: one of them names it, and another one holds it", cure)
			}
		}
		for _, m := range c.Extra {
			look(c.Path, m.Key, string(m.Value))
		}
	}
	for i := range v.tree.Tombstones {
		t := &v.tree.Tombstones[i]
		look(t.File, "reason", t.Reason)
	}
	if v.tree.Directory != nil {
		look(DirectoryPath, "the text", string(v.tree.Directory.Encode()))
	}
}
