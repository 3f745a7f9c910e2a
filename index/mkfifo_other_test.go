//go:build !unix

package index_test

var mkfifo func(path string) error
