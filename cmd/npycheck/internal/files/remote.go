package files

import (
	"context"
	"io"
	"log"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/cmd/internal/remote/s3"
	"github.com/npycheck/npycheck/cmd/npycheck/internal/cli"
	"github.com/npycheck/npycheck/validator"
)

// RemoteJobs is the number of files that are checked at a time if one of them is remote: a check waits most of
// the time.
const RemoteJobs = 64

// Remotes opens files of web servers and object stores.
type Remotes struct {
	ctx    context.Context
	client *remote.Client
	store  func() (*s3.Store, error) // finds its credentials only once an object is needed
}

func NewRemotes(ctx context.Context) *Remotes {
	log.SetOutput(io.Discard) // net/http logs unsolicited responses
	client := remote.NewClient("npycheck/" + validator.Version)
	return &Remotes{ctx, client, sync.OnceValues(func() (*s3.Store, error) { return s3.New(ctx, client) })}
}

// RemoteFile is a file of a web server, or an object.
type RemoteFile struct {
	name string // without credentials
	Size int64  // in bytes, or remote.Unknown
	Etag string // "" if it isn't known
	Full string // the address of a file of a web server, with credentials
	open func() (*remote.File, error)
}

func (f RemoteFile) Name() string { return f.name }

func (f RemoteFile) Open() (Source, error) {
	file, err := f.open()
	if err != nil {
		return nil, err
	}
	return file, nil
}

// remoteName returns what reports call a file, of which report.IsRemote is true: its name without credentials.
func remoteName(name string) string {
	if _, _, ok := s3.Split(name); ok {
		return name
	}
	return remote.Redact(name)
}

// File returns a single file.
func (r *Remotes) File(name string) Input {
	bucket, key, ok := s3.Split(name)
	if !ok {
		return RemoteFile{name: remoteName(name), Full: name, Size: remote.Unknown, open: func() (*remote.File, error) { return r.client.Open(name) }}
	}
	return r.object(bucket, s3.Object{Key: key, Size: remote.Unknown})
}

func (r *Remotes) object(bucket string, o s3.Object) Input {
	return RemoteFile{name: s3.Name(bucket, o.Key), Size: o.Size, Etag: o.ETag, open: func() (*remote.File, error) {
		store, err := r.store()
		if err != nil {
			return nil, err
		}
		return store.Open(bucket, o), nil
	}}
}

// givenRemote takes a name that was given. One in a bucket, or without the suffix of an array, is treated as a
// folder.
func (w *walk) givenRemote(name string) bool {
	if w.Remotes == nil {
		return w.none(remoteName(name), cli.ErrRemote)
	}
	bucket, key, ok := s3.Split(name)
	if !ok || cli.HasArrayName(key) {
		return w.take(remoteName(name), w.Remotes.File(name))
	}
	store, err := w.Remotes.store()
	if err != nil {
		return w.none(name, err)
	}
	object := key != "" && !strings.HasSuffix(key, "/") // may be a file, if nothing is below it
	if object {
		key += "/"
	}
	w.root, w.found, w.links = len(s3.Name(bucket, key)), 0, 0
	others := w.passed.Others.Load()
	for o, err := range store.List(w.Remotes.ctx, bucket, key) {
		if err != nil {
			return w.none(name, err)
		}
		object = false
		if !w.listedObject(bucket, o) {
			return false
		}
	}
	switch {
	case object:
		return w.take(name, w.Remotes.File(name))
	case w.found == 0 && !w.AllowEmpty:
		return w.none(name, w.empty(w.passed.Others.Load()-others, 0))
	}
	return true
}

// listedObject takes an object that is below what was given, as entry does a file.
func (w *walk) listedObject(bucket string, o s3.Object) bool {
	path := s3.Name(bucket, o.Key)
	if !w.named(o.Key) {
		if !strings.HasSuffix(o.Key, "/") || o.Size > 0 { // otherwise it marks a folder
			w.passed.Others.Add(1)
		}
		return true
	}
	if w.filters() && !w.selectsObject(path[w.root:]) {
		return true
	}
	w.found++
	return w.take(path[w.root:], w.Remotes.object(bucket, o))
}

// selectsObject reports whether the globs let an object be checked, and each of its folders be
// entered.
func (in *Inputs) selectsObject(name string) bool {
	for i := range name {
		if i > 0 && name[i] == '/' && in.Exclude.matchName(name[:i], true) {
			return false
		}
	}
	return !in.Exclude.matchName(name, false) && (len(in.Include.Patterns) == 0 || in.Include.matchName(name, false))
}
