package remote

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"time"
)

// transport sends requests, and bounds how long an answer takes and how much of it there may be.
type transport struct {
	base      *http.Transport
	userAgent string
	limits
}

// maxIdle is the number of connections to a server that are kept for later requests.
const maxIdle = 256

func newTransport(userAgent string, l limits) *transport {
	dialer := &net.Dialer{Timeout: l.connect}
	return &transport{
		limits:    l,
		userAgent: userAgent,
		base: &http.Transport{
			Proxy: func(r *http.Request) (*url.URL, error) {
				proxy, err := http.ProxyFromEnvironment(r)
				if err != nil {
					err = errProxy // the text of the error has the password
				}
				return proxy, err
			},
			DialContext:            dialer.DialContext,
			TLSHandshakeTimeout:    l.connect,
			MaxIdleConns:           maxIdle,
			MaxIdleConnsPerHost:    maxIdle,
			IdleConnTimeout:        time.Minute,
			MaxResponseHeaderBytes: 64 << 10,
			DisableCompression:     true,
			ForceAttemptHTTP2:      true,
		},
	}
}

// maxAnswer is the number of bytes of an answer that isn't a range of a file: a page of a listing, or the server's
// description of an error.
const maxAnswer = 16 << 20

// RoundTrip sends a request.
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	req = req.Clone(ctx)
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("User-Agent", t.userAgent)
	timer := time.AfterFunc(t.answer, func() { cancel(errNoAnswer) })
	resp, err := t.send(req)
	timer.Stop()
	if err != nil {
		if cause := context.Cause(ctx); cause != nil {
			err = cause
		}
		cancel(nil)
		return nil, requestError(err)
	}
	most := int64(maxAnswer)
	var first, last int64
	if n, _ := fmt.Sscanf(req.Header.Get("Range"), "bytes=%d-%d", &first, &last); n == 2 {
		switch resp.StatusCode {
		case http.StatusPartialContent:
			most = last - first + 1
		case http.StatusOK:
			most = 1<<63 - 1 // the caller that requested a range doesn't read all of it
		}
	}
	resp.Body = &body{r: resp.Body, ctx: ctx, cancel: cancel, stall: t.stall, patience: t.stall, left: most}
	return resp, nil
}

// send sends a request, and once more if a server closes a connection that was used before with 400 Bad Request: that
// may be the answer to leftovers of the previous request.
func (t *transport) send(req *http.Request) (*http.Response, error) {
	var reused bool
	traced := req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GotConn: func(info httptrace.GotConnInfo) { reused = info.Reused },
	}))
	resp, err := t.base.RoundTrip(traced)
	if err != nil || resp.StatusCode != http.StatusBadRequest || !resp.Close || !reused {
		return resp, err
	}
	if req.Method != http.MethodGet && req.Method != http.MethodHead {
		return resp, err
	}
	resp.Body.Close()
	return t.base.RoundTrip(req)
}

// minProgress is the number of bytes that have to come within the time of a stall: a server that trickles bytes can't
// stall a check.
const minProgress = 16 << 10

// body is the body of an answer whose server may stop sending.
type body struct {
	r        io.ReadCloser
	ctx      context.Context
	cancel   context.CancelCauseFunc
	stall    time.Duration
	patience time.Duration // what is left of it; only the time that a Read takes counts
	progress int           // bytes since it was full
	left     int64         // bytes that may still come
}

func (b *body) Read(p []byte) (int, error) {
	if b.left == 0 {
		return 0, errTooLong
	}
	begin := time.Now()
	timer := time.AfterFunc(b.patience, func() { b.cancel(errStalled) })
	n, err := b.r.Read(p[:min(int64(len(p)), b.left)])
	timer.Stop()
	b.left -= int64(n)
	b.patience = max(b.patience-time.Since(begin), 0)
	if b.progress += n; b.progress >= minProgress {
		b.patience, b.progress = b.stall, 0
	}
	if err != nil && err != io.EOF {
		if cause := context.Cause(b.ctx); cause != nil {
			err = cause
		}
		err = requestError(err)
	}
	return n, err
}

func (b *body) Close() error {
	b.cancel(nil)
	return b.r.Close()
}

// maxRedirects is the number of redirects that are followed for a request.
const maxRedirects = 5

// checkRedirect follows redirects that keep the scheme, and sends no Referer: the address may contain a signature.
func checkRedirect(req *http.Request, via []*http.Request) error {
	from, to := via[0].URL.Scheme, req.URL.Scheme
	switch {
	case to != from:
		return fmt.Errorf("the server redirects from %s to another scheme, which is not followed", from)
	case len(via) > maxRedirects:
		return fmt.Errorf("the server redirects more than %d times", maxRedirects)
	}
	req.Header.Del("Referer")
	return nil
}
