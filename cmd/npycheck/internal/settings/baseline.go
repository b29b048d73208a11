package settings

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/files"
	"github.com/npycheck/npycheck/validator"
)

// maxBaseline is the largest baseline in bytes that the configuration file can name.
const maxBaseline = 64 << 20

// Baseline returns the baseline that --baseline or the configuration file names, or nil. The paths in one of the
// configuration file are relative to that file's folder. It must be below that folder, even if links lead to it: the
// file, and the links beside it, can come from anybody.
func (s *Settings) Baseline(ctx context.Context) (*report.Baseline, error) {
	if s.baseline == "" {
		return nil, nil
	}
	workDir, _ := os.Getwd() // "" if it is gone
	if !s.FromFile("baseline") {
		text, err := cli.ReadText(ctx, s.baseline)
		if err != nil {
			return nil, err
		}
		b, err := report.ReadBaseline(text, workDir)
		if err != nil {
			return nil, cli.Usagef("--baseline %s: %v", cli.Quoted(s.baseline), err)
		}
		return b, nil
	}
	where, folder := s.where("baseline")(0), s.File.base.Dir
	if !filepath.IsLocal(s.baseline) {
		return nil, cli.Usagef("%s %s: expected a path below the folder of the file", where, cli.Quoted(s.baseline))
	}
	text, err := readBelow(folder, s.baseline, maxBaseline)
	if err != nil {
		return nil, cli.Usagef("%s %s: %s", where, cli.Quoted(s.baseline), validator.Quote(err.Error()))
	}
	b, err := report.ReadBaseline(text, folder)
	if err != nil {
		return nil, cli.Usagef("%s %s: %v", where, cli.Quoted(s.baseline), err)
	}
	b.WorkDir = workDir
	return b, nil
}

// readBelow returns the content of a regular file below a folder, as readRegular does. No link leads out of the folder.
func readBelow(folder, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, errors.New(report.ErrorText(err))
	}
	defer root.Close()
	info, err := root.Stat(name)
	if err != nil {
		return nil, errors.New(report.ErrorText(err))
	}
	if mode := info.Mode(); !mode.IsRegular() && !mode.IsDir() { // opening it could block
		return nil, errors.New("is a " + files.FileType(mode) + ", not a regular file")
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, errors.New(report.ErrorText(err))
	}
	defer f.Close()
	return readAll(f, most)
}

// NamesBaseline reports whether the configuration file names a file as the baseline.
func (s *Settings) NamesBaseline(file string) bool {
	if s.baseline == "" || !s.FromFile("baseline") {
		return false
	}
	named := s.BaselinePath()
	if _, err := os.Stat(file); err == nil {
		return sameFile(file, named)
	}
	return filepath.Base(file) == filepath.Base(named) && sameFile(filepath.Dir(file), filepath.Dir(named))
}

func sameFile(a, b string) bool {
	first, err := os.Stat(a)
	if err != nil {
		return false
	}
	second, err := os.Stat(b)
	return err == nil && os.SameFile(first, second)
}

// BaselinePath returns the path of the baseline, or "".
func (s *Settings) BaselinePath() string {
	if s.baseline != "" && s.FromFile("baseline") {
		return filepath.Join(s.File.base.Dir, s.baseline)
	}
	return s.baseline
}

// BaselineFolder returns the folder that paths in the baseline are relative to, "" for the working directory.
func (s *Settings) BaselineFolder() string {
	if s.FromFile("baseline") {
		return s.File.base.Dir
	}
	return ""
}
