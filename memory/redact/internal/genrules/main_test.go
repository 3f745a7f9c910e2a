package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const sample = `# comment
title = "x"

[allowlist]
paths = [
    '''go\.mod$''',
]

[[rules]]
id = "one-token"
description = "a [bracket] in text"
regex = '''\b(one_[a-z0-9]{32})(?:[\x60'"\s;]|\\[nr]|$)'''
entropy = 3.5
keywords = ["one_"]
[[rules.allowlists]]
regexes = [
    '''.+EXAMPLE$''',
]

[[rules]]
id = "vendor-digest"
regex = '''(?i)[\w.-]{0,50}?(?:vendor)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}([a-f0-9]{32})(?:[\x60'"\s;]|\\[nr]|$)'''
keywords = ["vendor"]

[[rules]]
id = "vendor-token"
regex = '''(?i)[\w.-]{0,50}?(?:vendor)(?:[ \t\w.-]{0,20})[\s'"]{0,3}(?:=|>|:{1,3}=|\|\||:|=>|\?=|,)[\x60'"\s=]{0,5}(vnd-[a-f0-9]{32})(?:[\x60'"\s;]|\\[nr]|$)'''
keywords = [
    "Vendor",
    "vnd",
]

[[rules]]
id = "a-file"
path = '''\.p12$'''
`

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "gitleaks.toml")
	if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTableKeepsWhatProvesASecret(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := run([]string{"-commit", "abc", write(t, sample)}, &stdout, &stderr); code != 0 {
		t.Fatalf("run = %d: %s", code, stderr.String())
	}
	for _, want := range []string{
		"at commit abc", "2 of its 4 rules", `id: "one-token"`, "entropy: 3.5", `id: "vendor-token"`, `keywords: []string{"vendor", "vnd"}`,
		"expr: `(?:\\b|\\\\[nrt])(one_[a-z0-9]{32})(?:[^0-9A-Za-z_]|$)`",
	} {
		if !strings.Contains(stdout.String(), want) {
			t.Errorf("table has no %q:\n%s", want, stdout.String())
		}
	}
	for _, want := range []string{"dropped vendor-digest", "dropped a-file"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("stderr has no %q:\n%s", want, stderr.String())
		}
	}
}

func TestBadInputIsRefused(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"unknown key", "[[rules]]\nid = \"x\"\nnovel = 1\n", "unknown key"},
		{"no key", "[[rules]]\nnonsense\n", "line 2"},
		{"open list", "[[rules]]\nkeywords = [\n", "list without end"},
		{"open string", "[[rules]]\nregex = '''a\n", "without end"},
		{"bad expression", "[[rules]]\nid = \"x\"\nregex = '''('''\nkeywords = [\"x\"]\n", "rule x"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var stdout, stderr bytes.Buffer
			if code := run([]string{"-commit", "abc", write(t, c.text)}, &stdout, &stderr); code != 1 || !strings.Contains(stderr.String(), c.want) {
				t.Errorf("run = %d, stderr %q, want %q", code, stderr.String(), c.want)
			}
		})
	}
	var stdout, stderr bytes.Buffer
	if code := run(nil, &stdout, &stderr); code != 2 || !strings.Contains(stderr.String(), "usage") {
		t.Errorf("without arguments: run = %d, %q", code, stderr.String())
	}
}
