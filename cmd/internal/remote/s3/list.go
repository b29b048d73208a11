package s3

import (
	"context"
	"encoding/xml"
	"io"
	"iter"
	"net/url"
	"strings"

	"github.com/minio/minio-go/v7/pkg/s3utils"
)

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
		if s3utils.CheckValidObjectNamePrefix(prefix) != nil {
			yield(Object{}, errObjectName)
			return
		}
		l := &listing{store: s, bucket: bucket, prefix: prefix}
		last := ""
		for more := true; more; more = l.token != "" {
			var objects []Object
			err := s.client.Retry(ctx, func() (err error) {
				objects, err = l.next(ctx)
				return err
			})
			if err != nil {
				yield(Object{}, err)
				return
			}
			for _, o := range objects {
				if o.Key <= last && last != "" {
					yield(Object{}, errOrder)
					return
				}
				last = o.Key
				if !yield(o, nil) {
					return
				}
			}
		}
	}
}

// listing is the state of an iteration over the objects of a bucket.
type listing struct {
	store          *Store
	bucket, prefix string
	token          string // of the next page
	renewed        bool   // the credentials were, since they had expired
}

// next returns the objects of the next page.
func (l *listing) next(ctx context.Context) ([]Object, error) {
	page, err := l.request(ctx)
	if err != nil && expired(err) && !l.renewed {
		l.renewed = true
		l.store.config.creds.Expire()
		page, err = l.request(ctx)
	}
	if err != nil {
		return nil, reason(err)
	}
	if page.IsTruncated && page.NextContinuationToken == "" {
		return nil, errListing
	}
	l.token = ""
	if page.IsTruncated {
		l.token = page.NextContinuationToken
	}
	for i := range page.Contents {
		o := &page.Contents[i]
		if page.EncodingType == "url" {
			if o.Key, err = url.QueryUnescape(o.Key); err != nil {
				return nil, errListing
			}
		}
		o.ETag = strings.Trim(o.ETag, `"`)
	}
	return page.Contents, nil
}

// page is a page of a listing, as ListObjectsV2 of the protocol answers.
type page struct {
	XMLName               xml.Name `xml:"ListBucketResult"`
	IsTruncated           bool
	NextContinuationToken string
	EncodingType          string
	Contents              []Object
}

func (l *listing) request(ctx context.Context) (*page, error) {
	query := url.Values{"list-type": {"2"}, "encoding-type": {"url"}, "prefix": {l.prefix}}
	if l.token != "" {
		query.Set("continuation-token", l.token)
	}
	resp, err := l.store.get(ctx, l.bucket, "", query, nil)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, err
	}
	p := new(page)
	if xml.Unmarshal(text, p) != nil {
		return nil, errListing
	}
	return p, nil
}
