package memory

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"
)

// NodeID names a node of the directory: "M1", "S12", "P2".
type NodeID string

// NodeKind is the first letter of a node's id.
type NodeKind byte

// The kinds of node.
const (
	MainLine   NodeKind = 'M'
	SideBranch NodeKind = 'S'
	Profile    NodeKind = 'P'
)

// State tells what a node is used for.
type State string

// The states of a node. Exactly one main line is Active.
const (
	Active     State = "ACTIVE"
	Paused     State = "PAUSED"
	Tombstoned State = "TOMBSTONED"
)

// Node is one row of the directory.
type Node struct {
	ID       NodeID
	Path     string // of its document, relative to the memory, with slashes
	State    State
	HitWords []string
	Note     string // its title
}

// ParseNodeID accepts M, S or P and a number from 1, without leading zero.
// The error is [ErrCorrupt].
func ParseNodeID(s string) (NodeID, error) {
	if len(s) < 2 || len(s) > 1+maxDigits || strings.IndexByte("MSP", s[0]) < 0 || s[1] == '0' || !isDigits(s[1:]) {
		return "", fmt.Errorf("%q is not a node id: M, S or P and a number, such as M1: %w", s, ErrCorrupt)
	}
	return NodeID(s), nil
}

// Kind gives 'M', 'S' or 'P', and 0 for the empty id.
func (n NodeID) Kind() NodeKind {
	if n == "" {
		return 0
	}
	return NodeKind(n[0])
}

// number gives 12 for "S12".
func (n NodeID) number() int {
	if n == "" {
		return 0
	}
	v, _ := strconv.Atoi(string(n[1:]))
	return v
}

// compareNodeIDs orders main lines, side branches, profiles; then by number.
func compareNodeIDs(a, b NodeID) int {
	if c := cmp.Compare(strings.IndexByte("MSP", byte(a.Kind())), strings.IndexByte("MSP", byte(b.Kind()))); c != 0 {
		return c
	}
	return cmp.Compare(a.number(), b.number())
}
