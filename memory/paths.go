package memory

import (
	"fmt"
	"strconv"
	"strings"
)

// Where the truth lies, relative to the memory.
const (
	ConfigPath           = "config.json"
	DirectoryPath        = "directory.md"
	ChunksDir            = "chunks"
	TombstonesDir        = "tombstones"
	LegacyTombstonesPath = "tombstones.jsonl" // of HFA 2.2, only read
	HistoryDir           = "history"
)

// What is no truth, relative to the memory: the folder of the index, and what
// writers leave while they work.
const (
	IndexDir        = "index"
	LockPath        = ".hfa.lock"
	TransactionPath = ".hfa-transaction.json"
	StagingDir      = ".hfa-tx"
)

const epochPrefix = "epoch_"

// epochName gives "epoch_01" for 1.
func epochName(epoch int) string { return fmt.Sprintf("%s%02d", epochPrefix, epoch) }

// ParseEpochName reads the name of an epoch's folder, "epoch_01".
func ParseEpochName(name string) (epoch int, ok bool) {
	digits, ok := strings.CutPrefix(name, epochPrefix)
	if !ok || !isDigits(digits) || len(digits) > maxDigits {
		return 0, false
	}
	epoch, err := strconv.Atoi(digits)
	return epoch, err == nil && epoch > 0 && epochName(epoch) == name
}

// EpochDir gives the folder of an epoch's chunks, "chunks/epoch_01".
func EpochDir(epoch int) string { return ChunksDir + "/" + epochName(epoch) }

// ChunkPath gives the place of a chunk,
// "chunks/epoch_01/chunk_0007-k3f9qz7m.json".
func ChunkPath(epoch int, id ID) string { return EpochDir(epoch) + "/" + string(id) + ".json" }

// FrameworkPath gives "history/epoch_01/framework.md".
func FrameworkPath(epoch int) string { return HistoryDir + "/" + epochName(epoch) + "/framework.md" }

// Framework gives the first text of an epoch's framework.md. It follows from
// the number alone, so that two clones which open the same epoch write the
// same bytes and merge without a conflict.
func Framework(epoch int) []byte {
	return []byte(fmt.Sprintf(`# Epoch %02d

The chunks of this epoch are in `+"`chunks/%s/`"+`; a readable view of them is `+"`summaries.md`"+` beside this file.
本纪元的块位于 `+"`chunks/%[2]s/`"+`；可读视图是同目录的 `+"`summaries.md`"+`。

<!-- Below this line: your own words on the architecture of this epoch. git hfa never changes this file again.
     此行以下由人书写：本纪元的架构说明。git hfa 不再改动本文件。 -->
`, epoch, epochName(epoch)))
}
