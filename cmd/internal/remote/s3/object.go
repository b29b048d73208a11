package s3

import (
	"context"
	"errors"
	"net/http"
	"path"
	"sync"

	"github.com/minio/minio-go/v7/pkg/s3utils"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/validator"
)

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
	if s3utils.CheckValidObjectName(o.key) != nil {
		return nil, errObjectName
	}
	reply, err := o.get(ctx, off, n, same)
	if err != nil && expired(err) {
		o.renew.Do(func() {
			o.store.config.creds.Expire()
			reply, err = o.get(ctx, off, n, same)
		})
	}
	if err != nil {
		return nil, reason(err)
	}
	return reply, nil
}

func (o *object) get(ctx context.Context, off, n int64, same remote.Identity) (*remote.Reply, error) {
	header := http.Header{"Range": {remote.RangeHeader(off, n)}}
	switch {
	case same.ETag != "":
		header.Set("If-Match", same.ETag)
	case same.Modified != "":
		header.Set("If-Unmodified-Since", same.Modified)
	}
	resp, err := o.store.get(ctx, o.bucket, o.key, nil, header)
	if refused := (serverError{}); errors.As(err, &refused) && refused.status == http.StatusRequestedRangeNotSatisfiable {
		if off > 0 {
			return nil, validator.ErrChanged
		}
		return &remote.Reply{Body: http.NoBody}, nil // every other object has a first byte
	}
	if err != nil {
		return nil, err
	}
	reply, err := remote.NewReply(resp.StatusCode, resp.Header, off, n)
	if err == nil && resp.StatusCode == http.StatusOK && resp.ContentLength != 0 {
		err = errWhole
	}
	if err != nil {
		resp.Body.Close()
		return nil, err
	}
	reply.Body = resp.Body
	return reply, nil
}
