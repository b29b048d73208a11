package files

import (
	"fmt"
	"io"
	"iter"
	"os"
	"slices"
	"sync/atomic"

	"github.com/npycheck/npycheck/cmd/internal/report"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/internal/disk"
	"github.com/npycheck/npycheck/internal/text"
)

// The bar counts bytes for at most maxSized files, of at least largeFile bytes on
// average. For more files, or small ones, the number of files is enough.
const (
	maxSized  = 1000
	largeFile = 16 << 20
)

// FileBar is a bar for work on files. It counts the files, or their bytes if they are few and large.
type FileBar struct {
	*cli.Bar
	files, Bytes atomic.Int64           // that are done
	total        atomic.Pointer[amount] // nil as long as it isn't known
}

// amount is the work to do.
type amount struct{ files, bytes int64 }

// StartFileBar shows a bar on stderr for these inputs.
func StartFileBar(stderr io.Writer, in *Inputs) *FileBar {
	b := &FileBar{}
	b.Bar = cli.StartBar(stderr, b.state)
	// Counting ahead of the work is cheap, and reads the folders into the cache.
	go func() { b.total.Store(in.amount()) }()
	return b
}

// state returns what the bar shows.
func (b *FileBar) state() cli.State {
	total, files := b.total.Load(), b.files.Load()
	if total != nil && (total.files > maxSized || total.bytes < total.files*largeFile) {
		s := cli.State{Done: files, Total: total.files}
		s.Text = s.Counts() + " files"
		return s
	}
	s := cli.State{Bytes: true, Done: b.Bytes.Load()}
	of := ""
	switch {
	case total == nil:
		of = ", " + text.Count(files, "file")
	case total.files > 1:
		of = fmt.Sprintf(", %d / %d files", files, total.files)
	}
	if total != nil {
		s.Total = total.bytes
		s.Short = s.Percent() + " of " + s.Amount(s.Total) + of
	}
	s.Text = s.Counts() + of
	return s
}

// Watched is work on files, one after the other, with a bar if one is shown.
type Watched struct {
	All  iter.Seq[Input]
	Out  io.Writer // what is written here stands above the bar
	Done func()    // counts a file
	End  func()    // removes the bar
}

// WatchIf returns work on the inputs, with a bar on stderr if it is to be shown.
func WatchIf(shown bool, stdout, stderr io.Writer, in *Inputs, passed *Coverage) Watched {
	if !shown {
		return Watched{in.All(passed), stdout, func() {}, func() {}}
	}
	bar := StartFileBar(stderr, in)
	return Watched{bar.Watch(in.All(passed)), bar.Above(stdout), func() { bar.AddFiles(1) }, bar.End}
}

// AddFiles counts files that are done.
func (b *FileBar) AddFiles(n int64) { b.files.Add(n) }

// Watch returns the inputs in a form that counts their bytes.
func (b *FileBar) Watch(in iter.Seq[Input]) iter.Seq[Input] {
	return func(yield func(Input) bool) {
		for input := range in {
			switch i := input.(type) {
			case *DiskFile:
				i.Bar = b
			case Stdin:
				input = Stdin{Reader: watchedReader{i.Reader, b}}
			}
			if !yield(input) {
				return
			}
		}
	}
}

// watchedReader counts what is read.
type watchedReader struct {
	io.Reader
	bar *FileBar
}

func (r watchedReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.bar.Bytes.Add(int64(n))
	return n, err
}

// watchFile counts the bytes of a file as they are read, each of them once, and all of them in the end.
func (b *FileBar) watchFile(f *disk.File) *watchedFile {
	w := &watchedFile{OpenFile: OpenFile{File: f}, bar: b}
	f.Watch(w.read)
	return w
}

type watchedFile struct {
	OpenFile
	bar   *FileBar
	bytes atomic.Int64 // that were read
}

// read counts no more than the size of the file: some bytes are read more than once.
func (f *watchedFile) read(n int) {
	after := f.bytes.Add(int64(n))
	f.bar.Bytes.Add(min(after, f.Size()) - min(after-int64(n), f.Size()))
}

func (f *watchedFile) Close() error {
	f.bar.Bytes.Add(max(0, f.Size()-f.bytes.Load()))
	return f.File.Close()
}

// amount returns the work to do, nil if it can't be known. It looks at the sizes of no more than maxSized files.
func (in *Inputs) amount() *amount {
	if in.List != nil || slices.ContainsFunc(in.Paths, report.IsRemote) { // a bucket is listed once
		return nil
	}
	total := &amount{}
	for input := range in.All(new(Coverage)) {
		total.files++
		var info os.FileInfo
		var err error
		switch i := input.(type) {
		case *DiskFile:
			if total.files <= maxSized {
				info, err = StatPath(i.Path)
			}
		case Stdin:
			if file, ok := i.Reader.(*os.File); ok {
				info, err = file.Stat()
			}
			if info == nil || err != nil || !info.Mode().IsRegular() {
				return nil
			}
		}
		if info != nil && err == nil && info.Mode().IsRegular() {
			total.bytes += info.Size()
		}
	}
	return total
}
