package s3

import (
	"context"
	"errors"
	"iter"
	"net/http"
	"path"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/npycheck/npycheck/internal/remote"
	"github.com/npycheck/npycheck/validator"
)

// scheme is the prefix of the names of objects and buckets.
const scheme = "s3://"

// Name returns the name of an object. A key may have any characters; none is escaped.
func Name(bucket, key string) string { return scheme + bucket + "/" + key }

// Split returns the bucket and the key, or the beginning of keys, of a name, and whether it is one of a bucket or an
// object.
func Split(name string) (bucket, key string, ok bool) {
	name, ok = strings.CutPrefix(name, scheme)
	bucket, key, _ = strings.Cut(name, "/")
	return bucket, key, ok
}

// Store is a server with buckets. It may be used by several goroutines.
type Store struct {
	client *remote.Client
	config config
	minio  minio.Core
}

// New returns the store that the environment names.
func New(ctx context.Context, client *remote.Client) (*Store, error) {
	c, err := load(ctx)
	if err != nil {
		return nil, err
	}
	m, err := minio.NewCore(c.endpoint, c.options(partial{client.Transport()}))
	if err != nil {
		return nil, errEndpoint
	}
	return &Store{client, c, *m}, nil
}

// partial has nothing to do with a server that sends a whole object when it is asked for a part: minio-go would
// read it to the end if it doesn't like its header.
type partial struct{ http.RoundTripper }

func (p partial) RoundTrip(req *http.Request) (*http.Response, error) {
	resp, err := p.RoundTripper.RoundTrip(req)
	if err == nil && resp.StatusCode == http.StatusOK && req.Header.Get("Range") != "" && resp.ContentLength != 0 {
		resp.Body.Close()
		return nil, errWhole
	}
	return resp, err
}

// Object is an object as a listing describes it.
type Object struct {
	Key  string
	ETag string // without quotes; "" if it isn't known
	Size int64  // in bytes, or remote.Unknown
}

// List yields the objects of a bucket whose keys begin with a prefix, sorted by the bytes of the keys. An error ends
// the sequence.
func (s *Store) List(ctx context.Context, bucket, prefix string) iter.Seq2[Object, error] {
	return func(yield func(Object, error) bool) {
		switch {
		case s3utils.CheckValidBucketName(bucket) != nil:
			yield(Object{}, errors.New(reasons["InvalidBucketName"]))
			return
		case s3utils.CheckValidObjectNamePrefix(prefix) != nil:
			yield(Object{}, errors.New(reasons["XMinioInvalidObjectName"]))
			return
		}
		l := &listing{store: s, bucket: bucket, prefix: prefix}
		for more := true; more; {
			err := s.client.Retry(ctx, func() (err error) {
				more, err = l.some(ctx, yield)
				return err
			})
			if err != nil {
				yield(Object{}, err)
				return
			}
		}
	}
}

// listing is the state of an iteration over the objects of a bucket.
type listing struct {
	store          *Store
	bucket, prefix string
	last           string // key that was yielded
	renewed        bool   // the credentials were, since they had expired
}

// some yields objects until the end, until the consumer stops, or until a request fails. After a transient failure the
// rest is listed again.
func (l *listing) some(ctx context.Context, yield func(Object, error) bool) (more bool, err error) {
	before, owner := l.last, false
	for info := range l.store.minio.ListObjectsIter(ctx, l.bucket, minio.ListObjectsOptions{
		Prefix: l.prefix, Recursive: true, StartAfter: l.last, FetchOwner: &owner,
	}) {
		switch {
		case info.Err != nil && expired(info.Err) && !l.renewed:
			l.renewed = true
			l.store.config.creds.Expire()
			return true, nil
		case info.Err != nil:
			err := l.store.reason(info.Err)
			if remote.IsTransient(err) && l.last != before {
				return true, nil
			}
			return false, err
		case info.Key <= l.last && l.last != "":
			return false, errOrder
		}
		l.last = info.Key
		if !yield(Object{info.Key, info.ETag, info.Size}, nil) {
			return false, nil
		}
	}
	return false, ctx.Err()
}

// Open returns an object.
func (s *Store) Open(bucket string, o Object) *remote.File {
	id := remote.Identity{Size: o.Size}
	if o.ETag != "" {
		id.ETag = `"` + o.ETag + `"`
	}
	return s.client.NewFile(path.Base(o.Key), &object{store: s, bucket: bucket, key: o.Key}, id)
}

// object gets an object.
type object struct {
	store       *Store
	bucket, key string
	renew       sync.Once
}

// Get sends one request. If the credentials have expired, it asks once for new ones.
func (o *object) Get(ctx context.Context, off, n int64, same remote.Identity) (*remote.Reply, error) {
	reply, err := o.get(ctx, off, n, same)
	if err != nil && expired(err) {
		o.renew.Do(func() {
			o.store.config.creds.Expire()
			reply, err = o.get(ctx, off, n, same)
		})
	}
	if err != nil {
		return nil, o.store.reason(err)
	}
	return reply, nil
}

func (o *object) get(ctx context.Context, off, n int64, same remote.Identity) (*remote.Reply, error) {
	var options minio.GetObjectOptions
	options.Set("Range", remote.RangeHeader(off, n))
	switch {
	case same.ETag != "":
		options.Set("If-Match", same.ETag)
	case same.Modified != "":
		options.Set("If-Unmodified-Since", same.Modified)
	}
	body, _, header, err := o.store.minio.GetObject(ctx, o.bucket, o.key, options)
	if err != nil {
		if minio.ToErrorResponse(err).StatusCode == http.StatusRequestedRangeNotSatisfiable {
			if off > 0 {
				return nil, validator.ErrChanged
			}
			return &remote.Reply{Body: http.NoBody}, nil // every other object has a first byte
		}
		return nil, err
	}
	status := http.StatusPartialContent
	if header.Get("Content-Range") == "" {
		status = http.StatusOK // an empty object
	}
	reply, err := remote.NewReply(status, header, off, n)
	if err != nil {
		body.Close()
		return nil, err
	}
	reply.Body = body
	return reply, nil
}
