//go:build !race

package main

import "time"

// slack is what a loaded machine may take beyond a deadline: with it, a host still waits (its timeouts are five times a
// recall's deadline, three times a capture's).
const slack = 3 * time.Second
