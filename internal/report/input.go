package report

import (
	"context"
	"io"
	"path/filepath"

	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/validator"
)

// Input is something to check.
type Input interface {
	// Name returns what reports call it: the path of a file, "-" for standard input.
	Name() string

	// Open opens it. Whatever is shown of it comes from what was opened.
	Open() (Source, error)
}

// InEveryShard is an Input that belongs to all parts of the work: one of them that can't open it doesn't know what it
// misses, so each says so. Their reports are merged without the repetitions.
type InEveryShard interface {
	Input
	InEveryShard()
}

// Source is an input that was opened, such as an [OpenFile]. If it has methods Size() int64, in bytes,
// Modified() time.Time or ETag() string, they are called after the check.
type Source interface {
	Check(ctx context.Context, opt *validator.Options) (*validator.Report, error)
	Close() error
}

// Path is a file, by its path.
type Path string

// Name returns the path.
func (p Path) Name() string { return string(p) }

// localPath returns the path of a file relative to the folder dir if it is absolute and below it.
func localPath(name, dir string) string {
	if dir != "" && filepath.IsAbs(name) {
		if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) {
			return rel
		}
	}
	return name
}

// Open opens the file.
func (p Path) Open() (Source, error) {
	f, err := disk.Open(string(p))
	if err != nil {
		return nil, err
	}
	return OpenFile{f}, nil
}

// OpenFile is a file that was opened.
type OpenFile struct{ *disk.File }

// Check checks the file.
func (f OpenFile) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	return validator.Check(ctx, f.File, f.Size(), opt)
}

// Stdin is standard input.
type Stdin struct{ io.Reader }

// Name returns "-".
func (Stdin) Name() string { return "-" }

// Open returns the stream. It can be read once.
func (s Stdin) Open() (Source, error) { return stream(s), nil }

// stream is a stream that belongs to somebody else.
type stream struct{ io.Reader }

func (s stream) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	return validator.CheckStream(ctx, s.Reader, opt)
}

func (stream) Close() error { return nil }
