//go:build unix && !linux && !darwin

package vfs

func renameNew(oldName, newName string) error { return linkNew(oldName, newName) }
