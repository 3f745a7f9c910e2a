package main

import (
	"testing"

	"github.com/git-hfa/git-hfa/memory"
)

func TestACureNamesPathsThatCanBeTyped(t *testing.T) {
	const file = "chunks/epoch_01/chunk_0007-bj7r7eyk.json"
	tests := []struct{ dir, cure, want string }{
		{"memory", "git log -p -- " + file + "; restore it, and write anew", "git log -p -- memory/" + file + "; restore it, and write anew"},
		{"memory", "git mv " + file + " chunks/epoch_02/x.json", "git mv memory/" + file + " memory/chunks/epoch_02/x.json"},
		{"../../memory", "correct the path of M1 in directory.md", "correct the path of M1 in ../../memory/directory.md"},
		{"my memory", "git checkout --ours -- config.json (or --theirs), then git add config.json", "git checkout --ours -- 'my memory/config.json' (or --theirs), then git add 'my memory/config.json'"},
		{"memory", "git rm --cached -- memory/index/fts.sqlite", "git rm --cached -- memory/index/fts.sqlite"},
		{"main", "git checkout 0123abc -- main/config.json", "git checkout 0123abc -- main/config.json"},
		{".", "git restore -- main/m1.md", "git restore -- main/m1.md"},
		{"memory", "supersede them both, or write main/branches into chunks", "supersede them both, or write memory/main/branches into chunks"},
		{"", "git restore -- main/m1.md", "git restore -- main/m1.md"},
	}
	for _, test := range tests {
		got := typedFrom(test.dir, memory.Problem{Path: file, Cure: test.cure})
		if got.Cure != test.want {
			t.Errorf("%q from %q: %q, want %q", test.cure, test.dir, got.Cure, test.want)
		}
	}
	if got := typedFrom("../memory", memory.Problem{Path: file}).Path; got != "../memory/"+file {
		t.Errorf("the path is %s", got)
	}
	if got := typedFrom("memory", memory.Problem{Code: "transaction"}).Path; got != "" {
		t.Errorf("a problem without a file has the path %s", got)
	}
}
