package s3

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"

	"github.com/minio/minio-go/v7/pkg/credentials"
	"github.com/minio/minio-go/v7/pkg/s3utils"
	"github.com/minio/minio-go/v7/pkg/signer"

	"github.com/npycheck/npycheck/cmd/internal/remote"
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
	client    *remote.Client
	transport http.RoundTripper
	config    config
	regions   sync.Map // of buckets, if none is configured: a string by the name of the bucket
}

// New returns the store that the environment names.
func New(ctx context.Context, client *remote.Client) (*Store, error) {
	c, err := load(ctx)
	if err != nil {
		return nil, err
	}
	return &Store{client: client, transport: client.Transport(), config: c}, nil
}

// emptySHA256 is the SHA-256 of the body of a request, which is empty.
const emptySHA256 = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// get requests an object of a bucket or, without a key, what a query asks about the bucket. An answer that isn't a
// success is a serverError.
func (s *Store) get(ctx context.Context, bucket, key string, query url.Values, header http.Header) (*http.Response, error) {
	if s3utils.CheckValidBucketName(bucket) != nil {
		return nil, errBucketName
	}
	region := s.config.region
	if learned, ok := s.regions.Load(bucket); ok {
		region = learned.(string)
	}
	region = cmp.Or(region, defaultRegion)
	resp, err := s.signed(ctx, s.config.address(region, bucket, key, query), region, header)
	var refused serverError
	if errors.As(err, &refused) && refused.status == http.StatusNotFound && refused.Code == "" {
		refused.Code = "NoSuchBucket"
		if key != "" {
			refused.Code = "NoSuchKey"
		}
		return nil, refused
	}
	if refused.status != 0 && s.config.region == "" && regionForm.MatchString(refused.Region) && refused.Region != region {
		s.regions.Store(bucket, refused.Region)
		return s.signed(ctx, s.config.address(refused.Region, bucket, key, query), refused.Region, header)
	}
	return resp, err
}

// signed sends a request, signed if there are credentials.
func (s *Store) signed(ctx context.Context, address, region string, header http.Header) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return nil, errEndpoint
	}
	for name, values := range header {
		req.Header[name] = values
	}
	keys, err := s.config.creds.GetWithContext(&credentials.CredContext{Context: ctx, Client: &http.Client{Timeout: providerTimeout}})
	if err != nil {
		return nil, errNoCredentials
	}
	if !keys.SignerType.IsAnonymous() {
		req.Header.Set("X-Amz-Content-Sha256", emptySHA256)
		req = signer.SignV4(*req, keys.AccessKeyID, keys.SecretAccessKey, keys.SessionToken, region)
	}
	resp, err := s.transport.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusPartialContent {
		defer resp.Body.Close()
		return nil, newServerError(resp)
	}
	return resp, nil
}

// regionForm matches the name of a region, which becomes part of the name of a host.
var regionForm = regexp.MustCompile("^[a-z0-9-]+$")

// address returns the URL of a bucket or an object.
func (c *config) address(region, bucket, key string, query url.Values) string {
	address := c.endpoint + "/" + bucket
	if c.endpoint == "" {
		host := "s3.dualstack." + region + ".amazonaws.com"
		if strings.HasPrefix(region, "cn-") {
			host += ".cn"
		}
		address = "https://" + bucket + "." + host
		if strings.Contains(bucket, ".") { // no certificate covers that
			address = "https://" + host + "/" + bucket
		}
	}
	address += "/" + s3utils.EncodePath(key)
	if query != nil {
		address += "?" + s3utils.QueryEncode(query)
	}
	return address
}
