package host

import (
	"fmt"
	"strings"

	"github.com/git-hfa/git-hfa/memory/host/settings"
)

// Apply puts the settings into the text of their file; nil is a file that is not there yet. What is there stays, to
// the byte. Applying twice is the same as once; what an earlier version wrote is replaced where it stands, since a
// host may know the hooks of others by their place. left names what belongs to somebody else and stands in the way.
func (s Settings) Apply(text []byte) (out []byte, left []string, err error) {
	if s.Format == TOML {
		return s.applyTOML(text)
	}
	if len(strings.TrimSpace(string(text))) == 0 {
		text = []byte("{}\n")
	}
	for _, it := range s.Items {
		switch {
		case it.Append:
			text, err = appendItem(text, it)
		case it.isPlain():
			if _, there := settings.Get(text, it.Path); !there {
				text, err = settings.Set(text, it.Path, it.Value)
			}
		default:
			raw, there := settings.Get(text, it.Path)
			switch {
			case there && !Ours(raw):
				left = append(left, strings.Join(it.Path, "."))
			case !there || !settings.Same(raw, []byte(it.Value)):
				text, err = settings.Set(text, it.Path, it.Value)
			}
		}
		if err != nil {
			return nil, nil, err
		}
	}
	return text, left, nil
}

// isPlain tells whether an item runs nothing: a version, say.
func (it Item) isPlain() bool { return !it.Append && !Ours([]byte(it.Value)) }

// appendItem puts one element into its array, unless it is there.
func appendItem(text []byte, it Item) ([]byte, error) {
	for i, raw := range settings.Elements(text, it.Path) {
		switch {
		case Ours(raw) && settings.Same(raw, []byte(it.Value)):
			return text, nil
		case Ours(raw):
			return settings.Set(text, append(it.Path[:len(it.Path):len(it.Path)], fmt.Sprintf("#%d", i)), it.Value)
		case names(raw):
			return text, nil // somebody put ours into a group of their own
		}
	}
	return settings.Append(text, it.Path, it.Value)
}

// names tells whether a raw value runs us beside others.
func names(raw []byte) bool {
	for _, inner := range settings.Elements(raw, []string{"hooks"}) {
		if Ours(inner) {
			return true
		}
	}
	return false
}

// Strip takes out of a text what Apply put in, whatever programs and flags it was for. empty: nothing is left that
// would be worth a file.
func (s Settings) Strip(text []byte) (out []byte, empty bool, err error) {
	if s.Format == TOML {
		return s.stripTOML(text)
	}
	if len(strings.TrimSpace(string(text))) == 0 {
		return text, len(text) == 0, nil
	}
	for _, it := range s.Items {
		if it.isPlain() {
			continue
		}
		if it.Append {
			for i := len(settings.Elements(text, it.Path)) - 1; i >= 0; i-- {
				inner := append(it.Path[:len(it.Path):len(it.Path)], fmt.Sprintf("#%d", i), "hooks")
				raw, _ := settings.Get(text, inner[:len(inner)-1])
				if !Ours(raw) && names(raw) {
					if text, _, err = settings.Remove(text, inner, Ours); err != nil {
						return nil, false, err
					}
				}
			}
		}
		if text, _, err = settings.Remove(text, it.Path, Ours); err != nil {
			return nil, false, err
		}
	}
	rest := text
	for _, it := range s.Items {
		if it.isPlain() {
			if rest, _, err = settings.Remove(rest, it.Path, func(raw []byte) bool { return string(raw) == it.Value }); err != nil {
				return nil, false, err
			}
		}
	}
	return text, settings.Same(rest, []byte("{}")) && len(strings.TrimSpace(string(rest))) == 2, nil
}

func (s Settings) applyTOML(text []byte) (out []byte, left []string, err error) {
	if s.Key != "" {
		key, err := settings.Key(text, s.KeyName)
		switch {
		case err != nil:
			return nil, nil, err
		case key == "":
			if text, err = settings.AddKey(text, s.Key); err != nil {
				return nil, nil, err
			}
		case !strings.Contains(key, "hfa-hook"):
			left = append(left, s.KeyName)
		case strings.TrimSpace(key) != s.Key:
			text = []byte(strings.Replace(string(text), strings.TrimRight(key, "\r\n"), s.Key, 1))
		}
	}
	table, err := settings.Table(text, s.TableName)
	switch {
	case err != nil:
		return nil, nil, err
	case table == "":
		text, err = settings.AddTable(text, s.Table)
	case !strings.Contains(table, "hfa-mcp"):
		left = append(left, s.TableName)
	}
	return text, left, err
}

func (s Settings) stripTOML(text []byte) (out []byte, empty bool, err error) {
	key, err := settings.Key(text, Notify)
	if err != nil {
		return nil, false, err
	}
	if strings.Contains(key, "hfa-hook") {
		text = settings.RemoveStatement(text, key)
	}
	table, err := settings.Table(text, s.TableName)
	if err != nil {
		return nil, false, err
	}
	if strings.Contains(table, "hfa-mcp") {
		text = settings.RemoveStatement(text, table)
	}
	return text, len(strings.TrimSpace(string(text))) == 0, nil
}

// Print gives the text of the file as it would be if it held nothing else.
func (s Settings) Print() string {
	out, _, err := s.Apply(nil)
	if err != nil {
		return ""
	}
	return string(out)
}
