//go:build !race

package main

import "time"

// slack is what a loaded machine may take beyond a deadline.
const slack = 500 * time.Millisecond
