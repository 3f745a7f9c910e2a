// Command hfa-mcp gives an agent the memory of its repository as three tools of the
// Model Context Protocol, over standard input and output:
//
//	recall_memory      what was decided, or nothing
//	remember_decision  one more decision, as a file in git
//	memory_health      where the memory is and how it is
//
// Smallest use: paste what this prints into the configuration of an MCP client.
//
//	hfa-mcp --print-config
//
// Standard output belongs to the protocol alone. Nothing is kept between two calls: each
// finds the memory anew, proves it fresh, answers and lets go of it, so servers, hooks and
// the command line work on one memory at the same time. A server that is killed leaves
// nothing half done, since every write goes through package store.
//
// The package holds flags, wiring and the shape of the answers only. [run] is the whole
// program as a function, [lineConn] the stream, [server] the tools.
package main
