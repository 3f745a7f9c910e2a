package main

import (
	"strings"

	"github.com/spf13/cobra"
)

// helpWidth is how wide a help text is, in terminal cells.
const helpWidth = 80

// fillHelp breaks the text of a command at helpWidth, wherever it is broken in the
// source, when its help is shown: breaking all of them takes a fifth of the time that
// the program needs to start.
func fillHelp(root *cobra.Command) {
	show := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		cmd.Long = fill(cmd.Long, helpWidth)
		show(cmd, args)
	})
}

// fill breaks a text at width. Paragraphs are parted by empty lines. A line that is
// indented stands for itself, and goes on below the words that follow its first gap of
// two blanks, or else its indent:
//
//	0  success; for recall: hit, deferred
//	   and miss alike
func fill(text string, width int) string {
	var out []string
	var paragraph []string
	flush := func() {
		out = append(out, fillWords(paragraph, "", "", width)...)
		paragraph = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		words := strings.Fields(line)
		switch {
		case len(words) == 0:
			flush()
			out = append(out, "")
		case line[0] == ' ' && cellWidth(line) <= width:
			flush()
			out = append(out, line)
		case line[0] == ' ':
			flush()
			lead := line[:len(line)-len(strings.TrimLeft(line, " "))]
			if term, rest, ok := strings.Cut(line[len(lead):], "  "); ok {
				lead += term + "  "
				words = strings.Fields(rest)
			}
			out = append(out, fillWords(words, lead, strings.Repeat(" ", cellWidth(lead)), width)...)
		default:
			paragraph = append(paragraph, words...)
		}
	}
	flush()
	return strings.Join(out, "\n")
}

// fillWords puts words into lines; the first one begins with lead, the others with hang.
func fillWords(words []string, lead, hang string, width int) []string {
	var lines []string
	line, begin := lead, len(lead)
	for _, word := range words {
		if len(line) > begin && cellWidth(line)+1+cellWidth(word) > width {
			lines = append(lines, line)
			line, begin = hang, len(hang)
		}
		if len(line) > begin {
			line += " "
		}
		line += word
	}
	if len(line) > begin {
		lines = append(lines, line)
	}
	return lines
}
