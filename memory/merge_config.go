package memory

import (
	"bytes"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// MergeConfig merges two versions of config.json that come from base, by key:
// a change wins over no change, two changes must be the same. Inside hooks and
// retrieval_aliases it goes by key as well; retrieval_aliases as a list is a set
// of groups, and the words of a term are one. base may be empty or unreadable:
// then a key must be equal, or be in one version only.
//
// The result is the same when ours and theirs change places, and it is the
// other version's bytes when one version is the base. Else it has the keys that
// the versions have, in the order of [Config.Encode]; no default is written for
// a key that nobody set. With conflicts, merged is nil.
func MergeConfig(base, ours, theirs []byte) (merged []byte, conflicts []MergeConflict) {
	return SettleConfig(base, ours, theirs, NoSide)
}

// SettleConfig is MergeConfig in which one side settles what is in conflict.
// What it cannot settle stays a conflict: a version that cannot be read.
func SettleConfig(base, ours, theirs []byte, take Side) (merged []byte, conflicts []MergeConflict) {
	if merged, done := mergeWhole(base, ours, theirs); done {
		return merged, nil
	}
	o, errOurs := readMembers(ours)
	t, errTheirs := readMembers(theirs)
	if conflicts := unreadable(errOurs, errTheirs); conflicts != nil {
		return nil, conflicts
	}
	b, _ := readMembers(base) // what cannot be read proves nothing, as if there were none
	m := keyMerge{take: take}
	result := m.members("", b, o, t)
	if len(m.conflicts) > 0 {
		return nil, m.conflicts
	}
	merged = encodeMembers(result)
	if _, err := ParseConfig(merged); err != nil { // each key was right alone: they are so together
		return nil, []MergeConflict{{Code: ConflictUnreadable, Ours: err.Error(), Theirs: err.Error()}}
	}
	return merged, nil
}

// readMembers reads config.json into its keys as they stand, each value in its
// compact canonical form.
func readMembers(data []byte) (map[string]string, error) {
	if _, err := ParseConfig(data); err != nil {
		return nil, err
	}
	members := map[string]string{}
	var r jsonReader
	err := r.readObject(data, func(key string) error {
		value, err := r.readRaw(key)
		members[key] = string(value)
		return err
	})
	return members, err
}

// encodeMembers writes the keys as Config.Encode does: known ones in its
// order, then the others, sorted.
func encodeMembers(members map[string]string) []byte {
	var w objectWriter
	var keys, others []string
	for key := range members {
		if !isConfigKey(key) {
			others = append(others, key)
		}
	}
	keys = append(configKeys(), sorted(others)...)
	for _, key := range keys {
		if value, ok := members[key]; ok {
			w.raw(Member{key, jsontext.Value(value)})
		}
	}
	return w.end()
}

type keyMerge struct {
	take      Side
	conflicts []MergeConflict
}

// members merges objects, key by key. prefix is the dotted path to them.
func (m *keyMerge) members(prefix string, base, ours, theirs map[string]string) map[string]string {
	merged := map[string]string{}
	var keys []string
	for _, side := range []map[string]string{ours, theirs} {
		for key := range side {
			keys = append(keys, key)
		}
	}
	for _, key := range slices.Compact(sorted(keys)) {
		// "" stands for an absent key: no JSON value is empty.
		if value := m.value(prefix+key, base[key], ours[key], theirs[key]); value != "" {
			merged[key] = value
		}
	}
	return merged
}

func (m *keyMerge) value(path, base, ours, theirs string) string {
	if merged, ok := mergeValue(base, ours, theirs, true); ok {
		return merged
	}
	if mergesInside(path) && ours != "" && theirs != "" {
		b, _ := objectMembers(base)
		o, errOurs := objectMembers(ours)
		t, errTheirs := objectMembers(theirs)
		if errOurs == nil && errTheirs == nil {
			return compactObject(m.members(path+".", b, o, t))
		}
	}
	if isSet(path) && isList(ours) && isList(theirs) {
		return mergeLists(base, ours, theirs)
	}
	switch m.take {
	case Ours:
		return ours
	case Theirs:
		return theirs
	}
	m.conflicts = append(m.conflicts, MergeConflict{Code: ConflictKey, Field: path, Ours: ours, Theirs: theirs})
	return ours
}

// mergesInside tells the objects of which the keys are known to be
// independent of each other.
func mergesInside(path string) bool {
	return path == "retrieval_aliases" || path == "hooks" || len(path) > len("hooks.") && path[:len("hooks.")] == "hooks."
}

// isSet tells the lists of which the order says nothing: groups of words, and the words of one term.
func isSet(path string) bool {
	return path == "retrieval_aliases" || strings.HasPrefix(path, "retrieval_aliases.")
}

func isList(value string) bool { return value != "" && value[0] == '[' }

// objectMembers splits a compact object into its keys.
func objectMembers(value string) (map[string]string, error) {
	members := map[string]string{}
	var r jsonReader
	err := r.readObject([]byte(value), func(key string) error {
		raw, err := r.readRaw(key)
		members[key] = string(raw)
		return err
	})
	return members, err
}

func compactObject(members map[string]string) string {
	w := objectWriter{level: compact}
	keys := make([]string, 0, len(members))
	for key := range members {
		keys = append(keys, key)
	}
	for _, key := range sorted(keys) {
		w.raw(Member{key, jsontext.Value(members[key])})
	}
	return string(w.end())
}

// mergeLists merges compact lists as sets of their elements.
func mergeLists(base, ours, theirs string) string {
	var texts [][]byte
	for _, element := range mergeSet(elements(base), elements(ours), elements(theirs)) {
		texts = append(texts, []byte(element))
	}
	return string(join(nil, '[', ']', texts, compact, false))
}

// elements splits a compact list; anything else has none.
func elements(list string) []string {
	if !isList(list) {
		return nil
	}
	var values []string
	dec := jsontext.NewDecoder(bytes.NewBufferString(list))
	if _, err := dec.ReadToken(); err != nil {
		return nil
	}
	for dec.PeekKind() != ']' {
		value, err := dec.ReadValue()
		if err != nil {
			return values
		}
		values = append(values, string(value))
	}
	return values
}

func sorted(list []string) []string {
	slices.Sort(list)
	return list
}
