package main

import (
	"fmt"
	"strconv"
	"strings"
)

// rule is one [[rules]] table of gitleaks.toml, as far as it is used.
type rule struct {
	id, expr, path string
	keywords       []string
	entropy        float64
	group          int // secretGroup; 0 means the first group that matched
}

// parse reads the subset of TOML that gitleaks.toml is written in: tables,
// comments, numbers, "basic" and ”'literal”' strings, and lists of these, on
// one line or many. Tables other than [[rules]] are read over.
func parse(text string) ([]rule, error) {
	var rules []rule
	inRule := false
	lines := strings.Split(text, "\n")
	for n := 0; n < len(lines); n++ {
		line := strings.TrimSpace(lines[n])
		if line == "" || line[0] == '#' {
			continue
		}
		if line[0] == '[' {
			inRule = line == "[[rules]]"
			if inRule {
				rules = append(rules, rule{})
			}
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		if !ok {
			return nil, fmt.Errorf("line %d: no key", n+1)
		}
		key, value = strings.TrimSpace(key), strings.TrimSpace(value)
		start := n + 1
		for strings.HasPrefix(value, "[") && !strings.HasSuffix(value, "]") {
			if n++; n == len(lines) {
				return nil, fmt.Errorf("line %d: list without end", start)
			}
			// Line by line is safe: no list that is used holds a line
			// that ends in a bracket.
			value += " " + strings.TrimSpace(lines[n])
			if strings.TrimSpace(lines[n]) == "]" {
				break
			}
		}
		if inRule {
			if err := rules[len(rules)-1].set(key, value); err != nil {
				return nil, fmt.Errorf("line %d: %w", start, err)
			}
		}
	}
	return rules, nil
}

func (r *rule) set(key, value string) (err error) {
	switch key {
	case "id":
		r.id, _, err = str(value)
	case "regex":
		r.expr, _, err = str(value)
	case "path":
		r.path, _, err = str(value)
	case "keywords":
		r.keywords, err = list(value)
	case "entropy":
		r.entropy, err = strconv.ParseFloat(value, 32)
	case "secretGroup":
		r.group, err = strconv.Atoi(value)
	case "description", "tags":
	default:
		err = fmt.Errorf("unknown key %q: read what it means before the table is made again", key)
	}
	return err
}

// str reads the string that s begins with and returns what follows it.
func str(s string) (value, rest string, err error) {
	if body, ok := strings.CutPrefix(s, "'''"); ok {
		if value, rest, ok = strings.Cut(body, "'''"); ok {
			return value, rest, nil
		}
		return "", "", fmt.Errorf("literal string without end")
	}
	quoted, err := strconv.QuotedPrefix(s)
	if err != nil || s[0] != '"' {
		return "", "", fmt.Errorf("not a string: %.20q", s)
	}
	value, err = strconv.Unquote(quoted)
	return value, s[len(quoted):], err
}

func list(s string) (values []string, err error) {
	s = strings.TrimPrefix(s, "[")
	for {
		s = strings.TrimLeft(s, ", \t")
		if strings.HasPrefix(s, "]") {
			return values, nil
		}
		var v string
		if v, s, err = str(s); err != nil {
			return nil, err
		}
		values = append(values, v)
	}
}
