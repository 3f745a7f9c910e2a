package main

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/git-hfa/git-hfa/gitext/place"
	"github.com/git-hfa/git-hfa/index"
	"github.com/git-hfa/git-hfa/index/access"
	"github.com/git-hfa/git-hfa/memory"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// rootsTime is how long a client may take to name its workspaces.
const rootsTime = 2 * time.Second

// find finds the memory for one call. Nothing is created. A client that starts its servers
// somewhere else than in the workspace is asked for that.
func (s *server) find(ctx context.Context, req *mcp.CallToolRequest) (place.Memory, error) {
	m, err := place.Locate(s.cwd, s.memoryDir, s.env)
	named := err == nil && (m.Why == place.ByArgument || m.Why == place.ByEnvironment)
	nowhere := err == nil && !named && s.isNowhere(m.Work)
	if err == nil && !nowhere && access.IsMemory(m) {
		return m, nil
	}
	if named {
		return m, withHint(noMemory(m.Dir), "git hfa init %s", quoted(m.Dir))
	}
	for _, root := range workspaces(ctx, req) {
		if m, err := place.Locate(root, "", s.env); err == nil && access.IsMemory(m) {
			return m, nil
		}
	}
	switch {
	case errors.Is(err, place.ErrNoWorkTree):
		return m, withHint(err, `start hfa-mcp in a work tree, or name the memory in the client's configuration: "args": ["--memory-dir", "DIR"]`)
	case err != nil:
		return m, err
	case nowhere:
		return m, withHint(fmt.Errorf("%s is no workspace, and the client names none", m.Work),
			`name the memory in the client's configuration: "args": ["--memory-dir", "DIR"]`)
	case m.Why == place.ByConfig:
		return m, withHint(noMemory(m.Dir), "in %s: git hfa init %s", m.Work, quoted(m.Dir))
	}
	return m, withHint(noMemory(m.Dir), "in %s: git hfa init", m.Work)
}

func noMemory(dir string) error {
	return fmt.Errorf("there is no memory in %s; nothing was looked up or written", dir)
}

// quoted makes a path one word of a command line.
func quoted(path string) string {
	if strings.ContainsAny(path, " \t'()&;$") {
		return `"` + path + `"`
	}
	return path
}

// isNowhere tells whether a top is a place in which clients start their servers for want
// of a better one, and in which nobody meant to keep a memory of a repository.
func (s *server) isNowhere(top string) bool {
	home := "HOME"
	if runtime.GOOS == "windows" {
		home = "USERPROFILE"
	}
	if dir := s.env(home); dir != "" {
		if real, err := filepath.EvalSymlinks(dir); err == nil && real == top {
			return true
		}
	}
	return filepath.Dir(top) == top
}

// workspaces are the folders that the client calls its roots. Revision 2026-07-28 of the
// protocol has no such question any more; its clients start servers in the workspace.
func workspaces(ctx context.Context, req *mcp.CallToolRequest) []string {
	caps := req.ClientCapabilities()
	//lint:ignore SA1019 clients of revision 2025-11-25 and before say only this way where their workspace is
	if caps == nil || caps.RootsV2 == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, rootsTime)
	defer cancel()
	//lint:ignore SA1019 as above
	answer, err := req.Session.ListRoots(ctx, nil)
	if err != nil {
		return nil
	}
	var dirs []string
	for _, root := range answer.Roots {
		if dir := filePath(root.URI); dir != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// filePath is the path of a file URI (RFC 8089) on this machine, "" for any other URI.
func filePath(uri string) string {
	u, err := url.Parse(uri)
	if err != nil || u.Scheme != "file" || u.Host != "" && u.Host != "localhost" || u.Path == "" {
		return ""
	}
	path := u.Path
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, "/") // "/C:/shop"
	}
	if path = filepath.FromSlash(path); !filepath.IsAbs(path) {
		return ""
	}
	return path
}

// done ends a read. What it found stale is brought up to date behind the answer, if no
// other process is at it and the folder can be written.
func (s *server) done(m place.Memory, v *index.View) {
	v.Close() // before, since Windows does not replace a file that is open
	if !v.Stale || !s.healing.TryLock() {
		return
	}
	s.behind.Go(func() {
		defer s.healing.Unlock()
		defer func() {
			if p := recover(); p != nil {
				s.log.Error("panic in a refresh of the index", "value", fmt.Sprint(p))
			}
		}()
		index.Heal(context.Background(), access.Answers(m), v)
	})
}

// configOf reads the configuration of a memory.
func configOf(m place.Memory) (memory.Config, error) {
	data, err := os.ReadFile(filepath.Join(m.Dir, memory.ConfigPath))
	if err != nil {
		return memory.Config{}, fmt.Errorf("read %s: %w", memory.ConfigPath, err)
	}
	c, err := memory.ParseConfig(data)
	if err != nil {
		return c, fmt.Errorf("read %s: %w", memory.ConfigPath, err)
	}
	return c, nil
}
