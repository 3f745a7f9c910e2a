package store

import (
	"context"
	"fmt"

	"github.com/git-hfa/git-hfa/memory"
	"github.com/git-hfa/git-hfa/memory/redact"
)

// Replace writes directory.md or config.json anew, whatever its content is now: a
// conflict of git may have left it unreadable, so no Store is needed. before is the
// content that the caller has seen, nil for a file that is not there. Secrets are
// taken out of data; what was written is returned.
//
// Errors: ErrRefused for another path, for data that is no directory or config, and
// for a secret that cannot be taken out without another meaning; ErrLocked;
// ErrRecovery. When the file is no longer before, nothing is written.
func Replace(ctx context.Context, opts Options, path string, before, data []byte) (written []byte, err error) {
	if written, err = cleanFile(path, data); err != nil {
		return nil, err
	}
	s := newStore(opts)
	w, err := s.begin(ctx)
	if err != nil {
		return nil, err
	}
	defer w.end()
	old := absent
	if before != nil {
		old = hashOf(before)
	}
	return written, w.commit(ctx, []change{{path, old, written}}, nil)
}

// cleanFile takes secrets out of a whole file. What a row or key is about must not
// change by that: a rule that takes more than the secret is refused.
func cleanFile(path string, data []byte) ([]byte, error) {
	meaning := configMeaning
	switch path {
	case memory.DirectoryPath:
		meaning = directoryMeaning
	case memory.ConfigPath:
	default:
		return nil, refuse("%s is not replaced as a whole", path)
	}
	before, err := meaning(data)
	if err != nil {
		return nil, refuse("write %s: %w", path, memory.InFile(path, err))
	}
	clean := []byte(redact.Text(string(data)))
	if after, err := meaning(clean); err != nil || after != before {
		return nil, refuse("%s holds what looks like a secret: take it out by hand", path)
	}
	return clean, nil
}

// directoryMeaning is all of a directory but the words in it.
func directoryMeaning(data []byte) (string, error) {
	dir, err := memory.ParseDirectory(data)
	if err != nil {
		return "", err
	}
	text := ""
	for _, node := range dir.Nodes() {
		text += fmt.Sprintf("%s %q %s\n", node.ID, node.Path, node.State)
	}
	return text, nil
}

// configMeaning is all of a config but its free texts: synonyms, the object for the
// hooks and unknown keys.
func configMeaning(data []byte) (string, error) {
	config, err := memory.ParseConfig(data)
	if err != nil {
		return "", err
	}
	config.RetrievalAliases, config.Hooks, config.Extra = nil, nil, nil
	return string(config.Encode()), nil
}
