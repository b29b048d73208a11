package files

import (
	"context"
	"io"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/validator"
)

// Input is something to check.
type Input interface {
	report.Named

	// Open opens it. Everything that is shown of it comes from the opened source.
	Open() (Source, error)
}

// InEveryShard is an Input that belongs to every shard: a shard that can't open it doesn't know what it
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

// OpenFile is a file on disk that was opened.
type OpenFile struct{ *disk.File }

// Check checks the file.
func (f OpenFile) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	return validator.Check(ctx, f.File, f.Size(), opt)
}

// Stdin is standard input.
type Stdin struct {
	report.Stdin
	io.Reader
}

// Open returns the stream. It can be read once.
func (s Stdin) Open() (Source, error) { return stream{s.Reader}, nil }

// stream is a stream that somebody else closes.
type stream struct{ io.Reader }

func (s stream) Check(ctx context.Context, opt *validator.Options) (*validator.Report, error) {
	return validator.CheckStream(ctx, s.Reader, opt)
}

func (stream) Close() error { return nil }
