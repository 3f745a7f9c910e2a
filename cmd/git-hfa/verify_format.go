package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/memory"
)

// The formats of verify.
const (
	formatText     = "text"
	formatJSON     = "json"
	formatGitHub   = "github"
	formatSARIF    = "sarif"
	formatMarkdown = "markdown"
)

func verifyFormats() []string {
	return []string{formatText, formatJSON, formatGitHub, formatSARIF, formatMarkdown}
}

// check settles the format.
func (o *verifyOptions) check() error {
	if o.json {
		if o.format != formatText && o.format != formatJSON {
			return usagef("--json and --format %s exclude each other", o.format)
		}
		o.format = formatJSON
	}
	if !slices.Contains(verifyFormats(), o.format) {
		return usagef("--format %q is unknown: take %s", o.format, strings.Join(verifyFormats(), ", "))
	}
	return nil
}

func (e *env) printVerify(m place.Memory, format string, result verifyResult) error {
	switch format {
	case formatJSON:
		return e.printJSON(result)
	case formatGitHub:
		for _, p := range result.Problems {
			e.printf("%s\n", annotation(m, p))
		}
	case formatSARIF:
		return e.printSARIF(m, result)
	case formatMarkdown:
		e.printf("%s", verifyMarkdown(m, result))
	default:
		for _, p := range result.Problems {
			e.printf("%s: %s\n", p.Severity, plain(problemLine(e.here(p))))
		}
		if result.OK {
			e.printf("verified %s: no errors, %s\n", plain(e.describeState(m, result)), count(result.Warnings, "warning"))
		}
	}
	return nil
}

// describeState names what was verified: "memory", "memory at 0123abcd".
func (e *env) describeState(m place.Memory, result verifyResult) string {
	if result.At != "" {
		return fmt.Sprintf("%s at %.12s", m.Path, result.At)
	}
	return e.relative(m.Dir)
}

// fromTop gives a problem the paths that begin at the top of the repository; one
// without a file gets that of the directory, since services show a finding in a file.
func fromTop(m place.Memory, p memory.Problem) memory.Problem {
	if p.Path == "" {
		p.Path = memory.DirectoryPath
	}
	if m.Path == "." {
		return p
	}
	return typedFrom(m.Path, p)
}

// annotation is a workflow command of GitHub Actions:
//
//	::error file=memory/directory.md,line=7,title=many-main-lines::what is wrong
//
// https://docs.github.com/actions/reference/workflow-commands-for-github-actions
func annotation(m place.Memory, p memory.Problem) string {
	p = fromTop(m, p)
	text := plain(p.Message)
	if p.Cure != "" {
		text += "\n" + plain(p.Cure)
	}
	properties := "file=" + escapeProperty(p.Path)
	if p.Line > 0 {
		properties += fmt.Sprintf(",line=%d", p.Line)
	}
	return fmt.Sprintf("::%s %s,title=%s::%s", p.Severity, properties, escapeProperty(p.Code), escapeMessage(text))
}

// escapeMessage and escapeProperty do what the toolkit of GitHub Actions does
// before it prints a command, so that a text cannot begin one of its own
// (actions/toolkit, packages/core/src/command.ts).
func escapeMessage(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func escapeProperty(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C").Replace(s)
}

// The part of SARIF 2.1.0 that is written (OASIS Standard, 27 March 2020).
type (
	sarifLog struct {
		Schema  string     `json:"$schema"`
		Version string     `json:"version"`
		Runs    []sarifRun `json:"runs"`
	}
	sarifRun struct {
		Tool       sarifTool       `json:"tool"`
		Results    []sarifResult   `json:"results"`
		ColumnKind string          `json:"columnKind"`
		Automation sarifAutomation `json:"automationDetails"`
	}
	sarifAutomation struct {
		ID string `json:"id"`
	}
	sarifTool struct {
		Driver sarifDriver `json:"driver"`
	}
	sarifDriver struct {
		Name           string      `json:"name"`
		Version        string      `json:"version,omitempty"`
		InformationURI string      `json:"informationUri"`
		Rules          []sarifRule `json:"rules"`
	}
	sarifRule struct {
		ID string `json:"id"`
	}
	sarifResult struct {
		RuleID    string          `json:"ruleId"`
		RuleIndex int             `json:"ruleIndex"`
		Level     string          `json:"level"` // "error" and "warning" are words of ours too
		Message   sarifMessage    `json:"message"`
		Locations []sarifLocation `json:"locations"`
	}
	sarifMessage struct {
		Text string `json:"text"`
	}
	sarifLocation struct {
		Physical sarifPhysical `json:"physicalLocation"`
	}
	sarifPhysical struct {
		Artifact sarifArtifact `json:"artifactLocation"`
		Region   sarifRegion   `json:"region"` // of a finding in a whole file its first line: services want one
	}
	sarifArtifact struct {
		URI string `json:"uri"` // relative to the top of the repository, percent-encoded
	}
	sarifRegion struct {
		StartLine int `json:"startLine"`
	}
)

func (e *env) printSARIF(m place.Memory, result verifyResult) error {
	run := sarifRun{
		Tool:       sarifTool{sarifDriver{Name: "git-hfa", Version: readBuildVersion().Version, InformationURI: "https://github.com/git-hfa/git-hfa", Rules: []sarifRule{}}},
		Results:    []sarifResult{},
		ColumnKind: "unicodeCodePoints",
		Automation: sarifAutomation{ID: strings.TrimSuffix("git-hfa/"+sarifURI(m.Path), "/") + "/"}, // a category, by its last sign
	}
	rules := map[string]int{}
	for _, p := range result.Problems {
		p = fromTop(m, p)
		index, known := rules[p.Code]
		if !known {
			index = len(run.Tool.Driver.Rules)
			rules[p.Code] = index
			run.Tool.Driver.Rules = append(run.Tool.Driver.Rules, sarifRule{ID: p.Code})
		}
		text := plain(p.Message)
		if p.Cure != "" {
			text += ". To cure it: " + plain(p.Cure)
		}
		location := sarifPhysical{sarifArtifact{sarifURI(p.Path)}, sarifRegion{max(p.Line, 1)}}
		run.Results = append(run.Results, sarifResult{RuleID: p.Code, RuleIndex: index, Level: string(p.Severity),
			Message: sarifMessage{text}, Locations: []sarifLocation{{location}}})
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	err := enc.Encode(sarifLog{Schema: "https://json.schemastore.org/sarif-2.1.0.json", Version: "2.1.0", Runs: []sarifRun{run}})
	if err != nil {
		return fmt.Errorf("encode the findings: %w", err)
	}
	e.printf("%s", b.Bytes())
	return nil
}

// sarifURI is a slash path as a relative reference (RFC 3986, section 4.2). A colon in its first part would be read as the end
// of a scheme, so all are written in percent.
func sarifURI(name string) string {
	return strings.ReplaceAll((&url.URL{Path: name}).EscapedPath(), ":", "%3A")
}
