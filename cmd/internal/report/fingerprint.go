package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/spec"
)

// Fingerprints returns an identifier for each finding of a file that survives moving the file and changes around the
// fault: 32 hexadecimal digits of a hash of its rule, its member and array, its place in the header and its message
// without offsets. Equal faults in a file are distinguished by their order. An error of kind security has another
// fingerprint at another place: what a project accepted must not cover what somebody adds later.
func (f *File) Fingerprints() []string {
	prints := make([]string, len(f.Findings))
	seen := make(map[string]int, len(f.Findings))
	var fault []byte
	for i := range f.Findings {
		found := &f.Findings[i]
		fault = append(append(fault[:0], found.Rule.String()...), '\n')
		fault = append(append(strconv.AppendQuote(fault, found.MemberName), arrayIndex(&found.Finding)...), '\n')
		fault = append(append(fault, found.Pointer...), '\n')
		fault = appendWithoutOffsets(fault, found.Message)
		if rule := found.Rule.Rule(); rule.Kind == spec.Security && rule.Level == spec.Must {
			fault = fmt.Appendf(fault, "\n%d %d", found.Offset, found.Length)
		}
		n := seen[string(fault)] + 1
		seen[string(fault)] = n
		sum := sha256.Sum256(strconv.AppendInt(append(fault, '\n'), int64(n), 10))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}

// appendWithoutOffsets appends a message without the numbers in it that are offsets.
func appendWithoutOffsets(dst []byte, message string) []byte {
	const word = "offset"
	done := 0
	for {
		i := strings.Index(message[done:], word+" ")
		if i < 0 {
			return append(dst, message[done:]...)
		}
		start := done + i
		end := start + len(word)
		dst = append(dst, message[done:end]...)
		done = end
		number := message[end+1:]
		number = number[:len(number)-len(strings.TrimLeft(number, "0123456789"))]
		if number != "" && (start == 0 || !isWord(message[start-1])) {
			done += 1 + len(number)
		}
	}
}

func isWord(c byte) bool {
	return c == '_' || '0' <= c && c <= '9' || 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}
