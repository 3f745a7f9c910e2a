package main

import (
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"
)

type versionOptions struct{ json bool }

// buildVersion is what the Go toolchain wrote into the binary.
type buildVersion struct {
	Version  string `json:"version"`            // module version, or "(devel)"
	Commit   string `json:"commit,omitempty"`   // full hash; absent in a build without version control
	Time     string `json:"time,omitempty"`     // commit time, RFC 3339
	Modified bool   `json:"modified,omitempty"` // built from a work tree with changes
	Go       string `json:"go"`
	Platform string `json:"platform"` // "linux/amd64"
}

func newVersion(e *env) *cobra.Command {
	var opts versionOptions
	cmd := &cobra.Command{
		Use: "version", Short: "Show the version of this program",
		Example: examples(e, "version", "version --json"),
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, args []string) error { return runVersion(e, opts) },
	}
	cmd.Flags().BoolVar(&opts.json, "json", false, "print JSON")
	return cmd
}

func runVersion(e *env, opts versionOptions) error {
	v := readBuildVersion()
	if opts.json {
		return e.printJSON(v)
	}
	e.printf("git-hfa %s", v.Version)
	if v.Commit != "" {
		e.printf(" (%.12s", v.Commit)
		if v.Modified {
			e.printf(", modified")
		}
		e.printf(")")
	}
	e.printf(" %s %s\n", v.Go, v.Platform)
	return nil
}

func readBuildVersion() buildVersion {
	v := buildVersion{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	if info.Main.Version != "" {
		v.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			v.Commit = s.Value
		case "vcs.time":
			v.Time = s.Value
		case "vcs.modified":
			v.Modified = s.Value == "true"
		}
	}
	return v
}
