//go:build race

package main

import "time"

// slack is what a loaded machine may take beyond a deadline; the race detector makes large texts ten times as slow.
const slack = 5 * time.Second
