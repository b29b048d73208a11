package remote

import (
	"net/url"
	"strings"
)

// hidden replaces possible credentials in a name.
const hidden = "..."

// maxPlain is the length of the longest value in the query of a URL that is shown. Credentials are longer.
const maxPlain = 16

// secrets are parts of names of parameters whose values are credentials, or belong to them.
var secrets = []string{
	"sig", "token", "key", "secret", "credential", "pass", "pwd", "auth", "policy", "session", "code", "jwt", "user", "login", "access",
}

// plain are parameters whose values aren't credentials, however long they are.
var plain = map[string]bool{"versionid": true, "generation": true, "file": true, "filename": true, "name": true, "path": true}

// Redact returns a URL without possible credentials: without the user and the password, the values of parameters that
// look like signatures and tokens, and the fragment. It also accepts text that is not a URL.
func Redact(raw string) string {
	scheme, rest, _ := strings.Cut(raw, "://")
	end := strings.IndexAny(rest+"/", "/?#")
	if i := strings.LastIndexByte(rest[:end], '@'); i >= 0 {
		rest = rest[i+1:]
	}
	if i := strings.LastIndexByte(rest, '@'); i >= 0 && badPort(rest) {
		rest = rest[i+1:] // after a password that should have been escaped
	}
	rest, _, _ = strings.Cut(rest, "#")
	address, query, asked := strings.Cut(rest, "?")
	name := strings.ToLower(scheme) + "://" + address
	if !asked {
		return name
	}
	params := strings.Split(query, "&")
	for i, param := range params {
		key, value, ok := strings.Cut(param, "=")
		switch {
		case ok && secretParam(key, value):
			params[i] = key + "=" + hidden
		case !ok && len(key) > maxPlain:
			params[i] = hidden
		}
	}
	return name + "?" + strings.Join(params, "&")
}

// badPort reports whether the text after the first colon of a host is not a port.
func badPort(host string) bool {
	host = host[:strings.IndexAny(host+"/", "/?#")]
	_, port, _ := strings.Cut(host, ":")
	return strings.Trim(port, "0123456789") != "" && !strings.HasPrefix(host, "[")
}

func secretParam(key, value string) bool {
	if decoded, err := url.QueryUnescape(key); err == nil {
		key = decoded
	}
	key = strings.ToLower(key)
	if plain[key] {
		return false
	}
	for _, secret := range secrets {
		if strings.Contains(key, secret) {
			return true
		}
	}
	return len(value) > maxPlain
}
