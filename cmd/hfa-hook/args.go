package main

import "strings"

// options is the command line.
type options struct {
	host, event string
	memoryDir   string
	init        bool   // a memory that is missing is made when there is something to write
	printHooks  bool   // print what set-up would install
	payload     string // given as an argument, "" when it is on standard input
}

// parseArgs reads a command line. Nothing in it is an error: what is not known is left alone, because an answer is due
// all the same.
func parseArgs(args []string) options {
	var o options
	var names []string
	for i := 0; i < len(args); i++ {
		name, value, hasValue := strings.Cut(args[i], "=")
		next := func() string {
			if hasValue {
				return value
			}
			if i+1 < len(args) && !strings.HasPrefix(args[i+1], "--") {
				i++
				return args[i]
			}
			return ""
		}
		switch {
		case strings.HasPrefix(strings.TrimSpace(args[i]), "{"):
			o.payload = args[i]
		case name == "--host":
			o.host = next()
		case name == "--event":
			o.event = next()
		case name == "--memory-dir":
			o.memoryDir = next()
		case name == "--init":
			o.init = true
		case name == "--print-hooks":
			o.printHooks = true
		case !strings.HasPrefix(args[i], "-"):
			names = append(names, args[i])
		}
	}
	for _, name := range names {
		switch {
		case o.host == "":
			o.host = name
		case o.event == "":
			o.event = name
		}
	}
	return o
}
