package remote

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"sync"
)

// Open returns the file at an address of the scheme http or https. No request is sent yet.
func (c *Client) Open(address string) (*File, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return nil, errors.New("not a valid URL")
	}
	u.Fragment, u.RawFragment = "", ""
	return c.NewFile(path.Base(u.Path), &webFile{client: c, url: u}, Identity{Size: Unknown}), nil
}

// webFile gets a file by HTTP.
type webFile struct {
	client *Client
	url    *url.URL

	mu    sync.Mutex
	final *url.URL // where redirects led, if they did
}

// Get sends one request, not counting redirects. These are followed once per file.
func (w *webFile) Get(ctx context.Context, off, n int64, same Identity) (*Reply, error) {
	w.mu.Lock()
	final := w.final
	w.mu.Unlock()
	if final == nil {
		return w.get(ctx, w.url, off, n, same)
	}
	reply, err := w.get(ctx, final, off, n, same)
	if err != nil && errors.As(err, new(refused)) { // the target of redirects is often signed for an hour
		return w.get(ctx, w.url, off, n, same)
	}
	return reply, err
}

// refused is the error for an answer with a 4xx status.
type refused struct{ error }

func (w *webFile) get(ctx context.Context, from *url.URL, off, n int64, same Identity) (*Reply, error) {
	req := (&http.Request{Method: http.MethodGet, URL: from, Header: http.Header{}}).WithContext(ctx)
	req.Header.Set("Range", RangeHeader(off, n))
	switch {
	case same.ETag != "":
		req.Header.Set("If-Match", same.ETag)
	case same.Modified != "":
		req.Header.Set("If-Unmodified-Since", same.Modified)
	}
	resp, err := w.client.http.Do(req)
	if err != nil {
		return nil, Cause(err)
	}
	if led := resp.Request.URL; led.String() != from.String() {
		w.mu.Lock()
		w.final = led
		w.mu.Unlock()
	}
	reply, err := NewReply(resp.StatusCode, resp.Header, off, n)
	if err != nil {
		resp.Body.Close()
		return nil, err
	}
	reply.Body = resp.Body
	return reply, nil
}

// RangeHeader returns the value of the header Range for the n bytes at an offset.
func RangeHeader(off, n int64) string { return fmt.Sprintf("bytes=%d-%d", off, off+n-1) }
