package main

import (
	"context"
	"errors"
	"io"
	"log"
	"strings"
	"sync"

	"github.com/npycheck/npycheck/internal/remote"
	"github.com/npycheck/npycheck/internal/remote/s3"
	"github.com/npycheck/npycheck/validator/report"
)

// remoteJobs is the number of files that are checked at a time if one of them is far away: a check waits most of
// the time.
const remoteJobs = 64

// remotes opens files of web servers and object stores.
type remotes struct {
	ctx    context.Context
	client *remote.Client
	store  func() (*s3.Store, error) // is asked for its credentials only if somebody wants an object
}

func newRemotes(ctx context.Context) *remotes {
	log.SetOutput(io.Discard) // net/http logs what servers send unasked
	client := remote.NewClient("npycheck/" + report.Version)
	return &remotes{ctx, client, sync.OnceValues(func() (*s3.Store, error) { return s3.New(ctx, client) })}
}

// remoteFile is a file of a web server, or an object.
type remoteFile struct {
	name string // without credentials
	size int64  // in bytes, or remote.Unknown
	etag string // "" if it isn't known
	full string // the address of a file of a web server, with credentials
	open func() (*remote.File, error)
}

func (f remoteFile) Name() string { return f.name }

func (f remoteFile) Open() (report.Source, error) {
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

// file returns a single file.
func (r *remotes) file(name string) report.Input {
	bucket, key, ok := s3.Split(name)
	if !ok {
		return remoteFile{name: remoteName(name), full: name, size: remote.Unknown, open: func() (*remote.File, error) { return r.client.Open(name) }}
	}
	return r.object(bucket, s3.Object{Key: key, Size: remote.Unknown})
}

func (r *remotes) object(bucket string, o s3.Object) report.Input {
	return remoteFile{name: s3.Name(bucket, o.Key), size: o.Size, etag: o.ETag, open: func() (*remote.File, error) {
		store, err := r.store()
		if err != nil {
			return nil, err
		}
		return store.Open(bucket, o), nil
	}}
}

// givenRemote takes a name that was given. One of a bucket, or that ends in no suffix of an array, is taken for a
// folder.
func (w *walk) givenRemote(name string) bool {
	if w.remotes == nil {
		return w.none(remoteName(name), errors.New("only check and list read from servers; download it first"))
	}
	bucket, key, ok := s3.Split(name)
	if !ok || hasArrayName(key) {
		return w.take(remoteName(name), w.remotes.file(name))
	}
	store, err := w.remotes.store()
	if err != nil {
		return w.none(name, err)
	}
	object := key != "" && !strings.HasSuffix(key, "/") // may be one, if nothing is below it
	if object {
		key += "/"
	}
	w.root, w.found, w.links = len(s3.Name(bucket, key)), 0, 0
	for o, err := range store.List(w.remotes.ctx, bucket, key) {
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
		return w.take(name, w.remotes.file(name))
	case w.found == 0 && !w.allowEmpty:
		return w.none(name, w.empty())
	}
	return true
}

// listedObject takes an object that is below what was given, as entry does a file.
func (w *walk) listedObject(bucket string, o s3.Object) bool {
	path := s3.Name(bucket, o.Key)
	if !hasArrayName(o.Key) {
		if !strings.HasSuffix(o.Key, "/") || o.Size > 0 { // else it marks a folder
			w.passed.others.Add(1)
		}
		return true
	}
	if w.filters() && !w.selectsObject(path[w.root:]) {
		return true
	}
	w.found++
	return w.take(path[w.root:], w.remotes.object(bucket, o))
}

// selectsObject reports whether the globs let an object be checked, and each of the folders that it would be in be
// entered.
func (in *inputs) selectsObject(name string) bool {
	for i := range name {
		if i > 0 && name[i] == '/' && in.exclude.matchName(name[:i], true) {
			return false
		}
	}
	return !in.exclude.matchName(name, false) && (len(in.include.patterns) == 0 || in.include.matchName(name, false))
}
