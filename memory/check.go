package memory

import (
	"errors"
	"fmt"
	"slices"
	"time"
	"unicode/utf8"
)

// Limits of a chunk. Lengths are in code points.
const (
	MaxTitle      = 200
	MaxConclusion = 4000
	MaxHitWord    = 64
	MaxHitWords   = 8
	MaxSource     = 500
	MaxRequestID  = 200
)

// MaxReason is the limit of a tombstone's reason, in code points.
const MaxReason = 500

// TimeFormat is the layout of created_at: RFC 3339, UTC, milliseconds.
const TimeFormat = "2006-01-02T15:04:05.000Z"

const hitWordUnit = "hit words"

// LimitError says that a text of a chunk or a list has too many elements.
type LimitError struct {
	Key  string // such as "title"
	Unit string // "characters" or "hit words"
	Have int
	Max  int
}

// Error states the limit.
func (e *LimitError) Error() string {
	if e.Unit == hitWordUnit { // the unit says what it is about
		return fmt.Sprintf("%d %s; the limit is %d", e.Have, e.Unit, e.Max)
	}
	return fmt.Sprintf("%s has %d %s; the limit is %d", e.Key, e.Have, e.Unit, e.Max)
}

// Check tells whether the chunk may be written: the limits (a *[LimitError]),
// texts in UTF-8, a title and a conclusion, ids and node well-formed, created_at
// in [TimeFormat], unknown keys valid. It does not ask whether the id fits the
// content, nor whether links lead anywhere. At least one hit word is the
// wish of add-topic alone, not of the format.
func (c *Chunk) Check() error {
	for _, check := range []func() error{c.checkTexts, c.checkNames, c.checkLinks, c.checkExtra} {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func (c *Chunk) checkTexts() error {
	texts := []struct {
		key, text string
		limit     int
	}{
		{"title", c.Title, MaxTitle},
		{"conclusion", c.Conclusion, MaxConclusion},
		{"source", c.Source, MaxSource},
		{"request_id", c.RequestID, MaxRequestID},
	}
	for _, t := range texts {
		if err := checkLength(t.key, t.text, t.limit); err != nil {
			return err
		}
	}
	if c.Title == "" || c.Conclusion == "" {
		return errors.New("a chunk needs a title and a conclusion")
	}
	if len(c.HitWords) > MaxHitWords {
		return &LimitError{"hit_words", hitWordUnit, len(c.HitWords), MaxHitWords}
	}
	for _, word := range c.HitWords {
		if word == "" {
			return errors.New("a hit word is empty")
		}
		if err := checkLength("a hit word", word, MaxHitWord); err != nil {
			return err
		}
	}
	return nil
}

func checkLength(key, text string, limit int) error {
	if !utf8.ValidString(text) {
		return fmt.Errorf("%s is not UTF-8", key)
	}
	if n := utf8.RuneCountInString(text); n > limit {
		return &LimitError{key, "characters", n, limit}
	}
	return nil
}

func (c *Chunk) checkNames() error {
	if c.Schema < 0 || c.Schema > Schema {
		return fmt.Errorf("schema %d is not one this program writes: %w", c.Schema, ErrNewer)
	}
	if c.ID != "" {
		if _, err := ParseID(string(c.ID)); err != nil {
			return err
		}
	}
	if _, err := ParseNodeID(string(c.Node)); err != nil {
		return err
	}
	if c.Epoch < 1 || c.Epoch > maxInt || c.Topic < 1 || c.Topic > maxInt {
		return fmt.Errorf("epoch %d and topic %d must be numbers from 1", c.Epoch, c.Topic)
	}
	if c.Schema > 0 {
		return checkTime(c.CreatedAt)
	}
	return nil
}

func checkTime(s string) error {
	// time.Parse takes more than Format writes, a comma before the milliseconds for one.
	if t, err := time.Parse(TimeFormat, s); err != nil || t.Format(TimeFormat) != s {
		return fmt.Errorf("created_at %q is not of the form 2026-05-11T08:30:00.123Z", s)
	}
	return nil
}

func (c *Chunk) checkLinks() error {
	for i, id := range c.Supersedes {
		if _, err := ParseID(string(id)); err != nil {
			return fmt.Errorf("supersedes: %w", err)
		}
		if id == c.ID {
			return fmt.Errorf("%s supersedes itself", id)
		}
		if slices.Contains(c.Supersedes[:i], id) {
			return fmt.Errorf("supersedes names %s twice", id)
		}
	}
	return nil
}

func (c *Chunk) checkExtra() error {
	for i, m := range c.Extra {
		if !utf8.ValidString(m.Key) || isChunkKey(m.Key) {
			return fmt.Errorf("%q cannot be a key of its own", m.Key)
		}
		if slices.ContainsFunc(c.Extra[:i], func(o Member) bool { return o.Key == m.Key }) {
			return fmt.Errorf("the key %q stands twice", m.Key)
		}
		if !m.Value.IsValid() {
			return fmt.Errorf("the value of %q is not JSON", m.Key)
		}
		if _, err := canonical(nil, m.Value, compact); err != nil {
			return fmt.Errorf("the value of %q: %w", m.Key, err)
		}
	}
	return nil
}
