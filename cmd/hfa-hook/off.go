package main

import (
	"path/filepath"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/go-json-experiment/json/jsontext"
)

// What the key hooks of config.json and git's configuration can switch off.
const (
	partRecall  = "recall"
	partCapture = "capture"
)

// switchedOff tells whether the hooks of a memory, or this part of them, are off. The team says so in config.json,
//
//	"hooks": {"recall": false}        or "capture", or "enabled" for both
//
// and everybody for a clone of their own with
//
//	git config hfa.hooks false
//
// The latter is read from the repository's own file alone, without starting git.
func switchedOff(m place.Memory, hooks jsontext.Value, part string) bool {
	for _, name := range []string{"enabled", part} {
		if on, ok := memberBool(hooks, name); ok && !on {
			return true
		}
	}
	if !m.Place.InGit {
		return false
	}
	c, err := place.ReadConfig(filepath.Join(m.Place.CommonDir, "config"))
	if err != nil {
		return false
	}
	s, ok := c.Get("hfa.hooks")
	if !ok {
		return false
	}
	on, err := s.Bool()
	return err == nil && !on
}

// memberBool reads a boolean member of a JSON object.
func memberBool(object jsontext.Value, name string) (value, ok bool) {
	for key, v := range members(object) {
		if key == name {
			switch v.Kind() {
			case 't':
				return true, true
			case 'f':
				return false, true
			}
		}
	}
	return false, false
}
