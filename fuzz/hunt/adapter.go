package hunt

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/npycheck/npycheck/conformance"
	"github.com/npycheck/npycheck/internal/disk"
)

// keptFiles is how many of the latest files stay on disk: a session may ask about two earlier ones again to find out
// which of them killed a process.
const keptFiles = 4

// adapter is a reader in processes of its own.
type adapter struct {
	session *conformance.Session
	folder  string
	asked   int
	names   [keptFiles]string
}

// Adapter returns a function that starts readers that are programs. Each has a folder of its own for its files,
// may get less time for an answer than Adapter.Timeout, and is asked about streams too if it reads them.
func Adapter(a conformance.Adapter) func(context.Context) (Reader, error) {
	o := opener{adapter: a}
	return func(ctx context.Context) (Reader, error) {
		opened, err := o.open(ctx)
		if err != nil {
			return nil, err
		}
		return opened, nil
	}
}

// WriterAdapter returns a function that starts writers that are programs.
func WriterAdapter(a conformance.Adapter) func(context.Context) (Writer, error) {
	a.Writer = true
	o := opener{adapter: a}
	return func(ctx context.Context) (Writer, error) {
		opened, err := o.open(ctx)
		if err != nil {
			return nil, err
		}
		return opened, nil
	}
}

// opener starts the sessions of a run, which share the supervision of their processes.
type opener struct {
	adapter conformance.Adapter
	first   *conformance.Session
}

func (o *opener) open(ctx context.Context) (*adapter, error) {
	folder, err := os.MkdirTemp("", "npycheck-fuzz-")
	if err != nil {
		return nil, err
	}
	if o.first != nil {
		return &adapter{session: o.first.Another(), folder: folder}, nil
	}
	if o.first, err = conformance.Start(ctx, o.adapter); err != nil {
		os.RemoveAll(folder)
		return nil, err
	}
	return &adapter{session: o.first, folder: folder}, nil
}

func (a *adapter) Implementation() conformance.Implementation { return a.session.Implementation() }

func (a *adapter) Read(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	path, err := a.put(name, file)
	if err != nil {
		return conformance.Answer{}, err
	}
	return a.session.Ask(ctx, path)
}

func (a *adapter) Limit(d time.Duration) time.Duration { return a.session.Limit(d) }

func (a *adapter) Streams() bool { return a.session.Streams() }

func (a *adapter) ReadStream(ctx context.Context, name string, file []byte) (conformance.Answer, error) {
	path, err := a.put(name, file)
	if err != nil {
		return conformance.Answer{}, err
	}
	return a.session.AskStream(ctx, path)
}

func (a *adapter) Write(ctx context.Context, e *conformance.Expectation) (conformance.Result, []byte, error) {
	path := a.path("." + e.Format)
	result, err := a.session.Write(ctx, e, path)
	if err != nil {
		return result, nil, err
	}
	file, err := readBack(path)
	return result, file, err
}

// maxWritten is the size in bytes of the largest written file that is kept.
const maxWritten = 1 << 20

// readBack returns what a writer wrote, or nil if that is not a file or is too large.
func readBack(path string) ([]byte, error) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxWritten {
		return nil, nil
	}
	return os.ReadFile(path)
}

// put puts a file where the reader finds it.
func (a *adapter) put(name string, file []byte) (string, error) {
	path := a.path(filepath.Ext(name))
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600) // never through a link of the reader
	if err != nil {
		return "", err
	}
	_, err = f.Write(file)
	return path, errors.Join(err, f.Close())
}

// path returns a new name: a process that still works on an earlier file must not see another in its place.
func (a *adapter) path(ext string) string {
	at := a.asked % keptFiles
	if old := a.names[at]; old != "" {
		os.RemoveAll(old)
	}
	a.asked++
	a.names[at] = filepath.Join(a.folder, fmt.Sprintf("%d%s", a.asked, ext))
	return a.names[at]
}

func (a *adapter) Close() {
	a.session.Close()
	disk.RemoveAll(a.folder) // what stays is in the folder for temporary files
}
