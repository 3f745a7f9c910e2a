package main

import "os"

func main() {
	run(os.Args[1:], os.Stdin, os.Stdout, os.Getenv)
	os.Exit(0)
}
