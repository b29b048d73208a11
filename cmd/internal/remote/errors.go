package remote

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"syscall"
	"time"
)

// transient is an error that may go away.
type transient struct {
	text  string
	after time.Duration // how long the server asked to wait
}

func (t *transient) Error() string { return t.text }

// Transient returns an error with a text that [Client.Retry] treats as transient.
func Transient(text string) error { return &transient{text: text} }

// IsTransient reports whether an error may go away.
func IsTransient(err error) bool {
	var t *transient
	return errors.As(err, &t)
}

func retryAfter(err error) time.Duration {
	var t *transient
	errors.As(err, &t)
	return t.after
}

// StatusError returns the error for an answer with a status other than success.
func StatusError(status int, header http.Header) error {
	text := strconv.Itoa(status)
	if name := http.StatusText(status); name != "" {
		text += " " + name
	}
	text = "the server answered " + text
	if !transientStatus(status) {
		return errors.New(text)
	}
	seconds, _ := strconv.ParseUint(header.Get("Retry-After"), 10, 16)
	return &transient{text, time.Duration(seconds) * time.Second}
}

func transientStatus(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusInternalServerError, http.StatusBadGateway,
		http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

var (
	errStalled  = Transient("the server stopped sending")
	errNoAnswer = Transient("the server didn't answer in time")
	errClosed   = Transient("the server closed the connection")
	errProxy    = errors.New("the proxy set in the environment is not a URL")
	errTooLong  = errors.New("the server sent more than it was asked for")
)

// Cause returns the error of an [http.Client] without the URL, which may contain credentials.
func Cause(err error) error {
	var wrapped *url.Error
	for errors.As(err, &wrapped) {
		err = wrapped.Err
	}
	return err
}

// requestError returns the error of a connection in our own words, as a transient one if it may go away.
func requestError(err error) error {
	var (
		known     *transient
		dns       *net.DNSError
		cert      *tls.CertificateVerificationError
		authority x509.UnknownAuthorityError
		record    tls.RecordHeaderError
		alert     tls.AlertError
		op        *net.OpError
		timeout   net.Error
	)
	switch {
	case errors.As(err, &known), errors.Is(err, errProxy), errors.Is(err, context.Canceled):
		return err
	case errors.As(err, &dns) && dns.IsNotFound:
		return fmt.Errorf("no such host: %s", dns.Name)
	case errors.As(err, &cert):
		return fmt.Errorf("the server's certificate is not valid: %v", cert.Err)
	case errors.As(err, &authority):
		return fmt.Errorf("the server's certificate is not valid: %v", authority)
	case errors.As(err, &record), errors.Is(err, http.ErrSchemeMismatch):
		return errors.New("the server doesn't speak TLS: is it http instead of https?")
	case errors.As(err, &alert):
		return fmt.Errorf("the server ended the handshake: %v", alert)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return errClosed
	case errors.Is(err, os.ErrDeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return errNoAnswer
	case errors.As(err, &op):
		return Transient(op.Err.Error())
	}
	return Transient(err.Error())
}
