package conformance

import "fmt"

// Array is the array or the archive that a reader returned.
type Array struct {
	dtype   string
	shape   string // as in a message: "[4,3]"
	data    []byte // nil if only the hash was sent
	sum     string // the hash in lower case if only it was sent
	members map[string]*Array
}

// String tells what the reader got, in a few words.
func (a *Array) String() string {
	if a.members != nil {
		return fmt.Sprintf("an archive with %d arrays", len(a.members))
	}
	return fmt.Sprintf("%s of shape %s", a.dtype, a.shape)
}
