// Package indextest holds every index.Source to one set of rules.
//
//	func TestSourceConforms(t *testing.T) {
//		indextest.Run(t, func(t *testing.T, tree *indextest.Tree) index.Source { … })
//	}
//
// The rules are checked against a plain matcher that scans the chunks one by one.
package indextest
