package memory

import "strconv"

// ParseChunk reads one chunk file. The layout may be any: BOM, CRLF, indent,
// order of keys. The content is held strictly: exact key names (a key in
// other case is an unknown key), no key twice, UTF-8 without lone surrogates,
// the right types, integers in plain digits, at most 1 MiB.
//
// A file with a schema must have id, epoch, topic, node, title, conclusion and
// created_at. One without is of HFA 2.2: its id has no tag, id, title and
// conclusion suffice, supersedes may be a string, null means absent; epoch is
// 1 then, topic the id's number and node M1.
//
// The error is a *[FileError] and wraps [ErrCorrupt] or [ErrNewer].
func ParseChunk(data []byte) (Chunk, error) {
	var p chunkParser
	return p.parse(data)
}

// chunkParser may be used for many files, one after the other.
type chunkParser struct {
	jsonReader
	c     Chunk
	seen  uint32     // one bit a known key
	loose *FileError // first use of what only HFA 2.2 may do
}

// A known key of a chunk, in the order of the file.
const (
	keySchema = iota
	keyID
	keyEpoch
	keyTopic
	keyNode
	keyTitle
	keyHitWords
	keyConclusion
	keySource
	keyRequestID
	keySupersedes
	keyCreatedAt
	numKeys
)

func keyNumber(key string) int {
	switch key {
	case "schema":
		return keySchema
	case "id":
		return keyID
	case "epoch":
		return keyEpoch
	case "topic":
		return keyTopic
	case "node":
		return keyNode
	case "title":
		return keyTitle
	case "hit_words":
		return keyHitWords
	case "conclusion":
		return keyConclusion
	case "source":
		return keySource
	case "request_id":
		return keyRequestID
	case "supersedes":
		return keySupersedes
	case "created_at":
		return keyCreatedAt
	}
	return numKeys
}

func isChunkKey(key string) bool { return keyNumber(key) != numKeys }

func (p *chunkParser) parse(data []byte) (Chunk, error) {
	p.c, p.seen, p.loose = Chunk{}, 0, nil
	err := p.readObject(data, p.field)
	if err == nil {
		err = p.finish()
	}
	if err == nil {
		return p.c, nil
	}
	if newer := newerSchema(data); newer != nil {
		err = newer
	}
	return Chunk{}, err
}

func (p *chunkParser) field(key string) (err error) {
	c, n := &p.c, keyNumber(key)
	if n == numKeys {
		value, err := p.readRaw(key)
		c.Extra = append(c.Extra, Member{key, value})
		return err
	}
	if p.dec.PeekKind() == 'n' {
		// The key counts as absent, if this is a file of HFA 2.2.
		p.markLoose(p.wrongType(strconv.Quote(key), "given or left out", 'n'))
		if _, err := p.dec.ReadToken(); err != nil {
			return p.syntax(err)
		}
		return nil
	}
	p.seen |= 1 << n
	switch n {
	case keySchema:
		if c.Schema, err = p.readInt(key, 1, maxInt); c.Schema > Schema {
			return errNewer(c.Schema)
		}
	case keyID:
		c.ID, err = readID(&p.jsonReader, key)
	case keyEpoch:
		c.Epoch, err = p.readInt(key, 1, maxInt)
	case keyTopic:
		c.Topic, err = p.readInt(key, 1, maxInt)
	case keyNode:
		err = p.readNode(key)
	case keyTitle:
		c.Title, err = p.readString(key)
	case keyHitWords:
		c.HitWords, err = p.readStrings(key)
	case keyConclusion:
		c.Conclusion, err = p.readString(key)
	case keySource:
		c.Source, err = p.readString(key)
	case keyRequestID:
		c.RequestID, err = p.readString(key)
	case keySupersedes:
		err = p.readSupersedes(key)
	case keyCreatedAt:
		c.CreatedAt, err = p.readString(key)
	}
	return err
}

func (p *chunkParser) markLoose(err *FileError) {
	if p.loose == nil {
		p.loose = err
	}
}

func readID(r *jsonReader, key string) (ID, error) {
	s, err := r.readString(key)
	if err != nil {
		return "", err
	}
	id, err := ParseID(s)
	if err != nil {
		return "", corrupt("wrong-type", r.line(), strconv.Quote(key)+": "+strconv.Quote(s)+" is not a chunk id such as chunk_0007-k3f9qz7m", "correct the value by hand")
	}
	return id, nil
}

func (p *chunkParser) readNode(key string) error {
	s, err := p.readString(key)
	if err != nil {
		return err
	}
	if p.c.Node, err = ParseNodeID(s); err != nil {
		return corrupt("wrong-type", p.line(), strconv.Quote(key)+": "+strconv.Quote(s)+" is not a node id such as M1", "correct the value by hand")
	}
	return nil
}

func (p *chunkParser) readSupersedes(key string) error {
	if p.dec.PeekKind() == '"' {
		p.markLoose(p.wrongType(strconv.Quote(key), "a list of chunk ids", '"'))
		s, err := p.readString(key)
		if err != nil || s == "" {
			return err
		}
		id, err := ParseID(s)
		if err != nil {
			return corrupt("wrong-type", p.line(), strconv.Quote(key)+": "+strconv.Quote(s)+" is not a chunk id such as chunk_0001", "correct the value by hand")
		}
		p.c.Supersedes = []ID{id}
		return nil
	}
	if kind := p.dec.PeekKind(); kind != '[' {
		if err := p.dec.SkipValue(); err != nil {
			return p.syntax(err)
		}
		return p.wrongType(strconv.Quote(key), "a list of chunk ids", kind)
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return p.syntax(err)
	}
	for p.dec.PeekKind() != ']' {
		id, err := readID(&p.jsonReader, key)
		if err != nil {
			return err
		}
		p.c.Supersedes = append(p.c.Supersedes, id)
	}
	if _, err := p.dec.ReadToken(); err != nil {
		return p.syntax(err)
	}
	return nil
}

// finish checks for missing keys and fills in what HFA 2.2 left out.
func (p *chunkParser) finish() error {
	c := &p.c
	c.Extra = sortMembers(c.Extra, isChunkKey)
	required := []string{"id", "title", "conclusion"}
	current := c.Schema > 0 || c.ID.Tag() != ""
	if current {
		required = []string{"schema", "id", "epoch", "topic", "node", "title", "conclusion", "created_at"}
	}
	for _, key := range required {
		if p.seen&(1<<keyNumber(key)) == 0 {
			return corrupt("missing-key", 0, "the key "+strconv.Quote(key)+" is missing (names are case-sensitive)", cureRestore)
		}
	}
	if current && p.loose != nil {
		return p.loose
	}
	if current && c.CreatedAt == "" {
		return corrupt("missing-key", 0, `"created_at" is empty`, cureRestore)
	}
	if c.Epoch == 0 {
		c.Epoch = 1
	}
	if c.Topic == 0 {
		c.Topic = max(c.ID.Number(), 1)
	}
	if c.Node == "" {
		c.Node = "M1"
	}
	return nil
}
