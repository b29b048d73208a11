package report

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"regexp"
)

// places are the parts of a message that say where something is.
var places = regexp.MustCompile(`\boffset [0-9]+`)

// Fingerprints returns what stays of each finding of a file when the file is moved, and when what is around the
// fault changes: 32 hexadecimal digits of a hash of its rule, its member, its place in the header and its message
// without offsets. Of equal faults in a file each has its own, by their order.
func (f *File) Fingerprints() []string {
	prints := make([]string, len(f.Findings))
	seen := make(map[string]int, len(f.Findings))
	for i := range f.Findings {
		found := &f.Findings[i]
		fault := fmt.Sprintf("%s\n%q\n%s\n%s", found.Rule, found.MemberName, found.Pointer, places.ReplaceAllString(found.Message, "offset"))
		seen[fault]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\n%d", fault, seen[fault]))
		prints[i] = hex.EncodeToString(sum[:16])
	}
	return prints
}
