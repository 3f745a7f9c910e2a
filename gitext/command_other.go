//go:build !windows

package gitext

import "os/exec"

// hideWindow has nothing to hide here.
func hideWindow(*exec.Cmd) {}
