package s3

import (
	"cmp"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"github.com/npycheck/npycheck/cmd/internal/remote"
	"github.com/npycheck/npycheck/validator"
)

var (
	errEndpoint      = errors.New("the endpoint that AWS_ENDPOINT_URL or the configuration names is not http://HOST or https://HOST")
	errWhole         = errors.New("the server doesn't send ranges of the object: download it, and check the copy")
	errOrder         = errors.New("the server doesn't list the keys in order; the rest was not checked")
	errNoCredentials = errors.New("no credentials were found where the environment or the configuration points")
	errBucketName    = errors.New("not the name of a bucket")
	errObjectName    = errors.New("the key is empty, or not valid UTF-8")
	errListing       = errors.New("the server's listing can't be understood; the rest was not checked")
)

// reasons are what the codes of the protocol mean.
var reasons = map[string]string{
	"AccessDenied":                       "access denied",
	"AllAccessDisabled":                  "access denied",
	"AccountProblem":                     "access denied: there is a problem with the account",
	"NoSuchBucket":                       "no such bucket",
	"NoSuchKey":                          "no such object",
	"InvalidBucketName":                  errBucketName.Error(),
	"XMinioInvalidObjectName":            errObjectName.Error(),
	"XAdminUserNotFound":                 "the server doesn't know the access key", // of versitygw
	"InvalidAccessKeyId":                 "the server doesn't know the access key",
	"SignatureDoesNotMatch":              "the secret key is wrong",
	"InvalidToken":                       "the session token is not valid",
	"ExpiredToken":                       "the credentials have expired",
	"ExpiredTokenException":              "the credentials have expired",
	"TokenRefreshRequired":               "the credentials have expired",
	"RequestTimeTooSkewed":               "the clock of this machine differs too much from the server's",
	"RequestExpired":                     "the clock of this machine differs too much from the server's",
	"InvalidObjectState":                 "the object is archived and has to be restored first",
	"PermanentRedirect":                  "the bucket is in another region",
	"TemporaryRedirect":                  "the bucket is in another region",
	"AuthorizationHeaderMalformed":       "the bucket is in another region",
	"InvalidRegion":                      "the bucket is in another region",
	"IllegalLocationConstraintException": "the bucket is in another region",
}

// transient are codes of errors that may go away, whatever their status.
var transient = map[string]bool{
	"InternalError": true, "SlowDown": true, "SlowDownRead": true, "RequestTimeout": true, "ServiceUnavailable": true,
	"Throttling": true, "ThrottlingException": true, "RequestLimitExceeded": true, "RequestThrottled": true, "OperationAborted": true,
}

// reason says in our own words what went wrong. The server's message may quote what was signed.
func reason(err error) error {
	var response serverError
	if !errors.As(err, &response) {
		return err
	}
	text, known := reasons[response.Code]
	switch {
	case response.status == http.StatusPreconditionFailed:
		return validator.ErrChanged
	case text == reasons["PermanentRedirect"] && response.Region != "":
		return fmt.Errorf("%s, %s: set AWS_REGION to that", text, validator.Quote(response.Region))
	case text == reasons["PermanentRedirect"]:
		return fmt.Errorf("%s: set AWS_REGION", text)
	case known:
		return errors.New(text)
	case transient[response.Code]:
		return remote.Transient("the server answered " + response.Code)
	}
	err = remote.StatusError(response.status, nil)
	if strings.Trim(response.Code, letters) != "" || response.Code == "" { // not one of S3's
		return err
	}
	text = fmt.Sprintf("%v (%s)", err, validator.Quote(response.Code))
	if remote.IsTransient(err) {
		return remote.Transient(text)
	}
	return errors.New(text)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// expired reports whether an error is one of credentials that were good before.
func expired(err error) bool {
	var response serverError
	errors.As(err, &response)
	switch response.Code {
	case "ExpiredToken", "ExpiredTokenException", "TokenRefreshRequired":
		return true
	}
	return false
}

// serverError is an answer that isn't a success.
type serverError struct {
	Code   string // of the protocol; "" if the server sent none
	Region string // where the bucket is, if the server says so
	status int
}

func (e serverError) Error() string { return remote.StatusError(e.status, nil).Error() }

// maxError is how many bytes of the description of an error are read.
const maxError = 64 << 10

func newServerError(resp *http.Response) serverError {
	e := serverError{status: resp.StatusCode}
	var answer struct {
		XMLName      xml.Name `xml:"Error"`
		Code, Region string
	}
	if xml.NewDecoder(io.LimitReader(resp.Body, maxError)).Decode(&answer) == nil {
		e.Code, e.Region = answer.Code, strings.TrimSpace(answer.Region)
	} else if e.status == http.StatusForbidden {
		e.Code = "AccessDenied"
	}
	e.Region = cmp.Or(e.Region, resp.Header.Get("X-Amz-Bucket-Region"))
	return e
}
