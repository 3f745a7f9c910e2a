package main

import "os"

func main() {
	out := os.Stdout
	os.Stdout = os.Stderr // a library that prints must not reach the protocol
	os.Exit(run(os.Args, os.Stdin, out, os.Stderr, os.Getenv))
}
