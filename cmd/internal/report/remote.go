package report

import (
	"net/url"
	"strings"
)

// IsRemote reports whether a name is that of a file of a web server or of an object, and no path: it begins with
// https://, http:// or s3://.
func IsRemote(name string) bool {
	scheme, _, ok := strings.Cut(name, "://")
	return ok && (scheme == "s3" || strings.EqualFold(scheme, "https") || strings.EqualFold(scheme, "http"))
}

// remoteURI returns such a name as a URI. That of an object has its key as it is.
func remoteURI(name string) string {
	if object, ok := strings.CutPrefix(name, "s3://"); ok {
		bucket, key, _ := strings.Cut(object, "/")
		return (&url.URL{Scheme: "s3", Host: bucket, Path: "/" + key}).String()
	}
	if u, err := url.Parse(name); err == nil {
		return u.String()
	}
	scheme, rest, _ := strings.Cut(name, "://")
	return strings.ToLower(scheme) + "://" + url.PathEscape(rest)
}
