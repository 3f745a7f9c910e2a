//go:build unix

package main

import (
	"os/exec"
	"syscall"
)

// detach puts a command into a process group of its own.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
