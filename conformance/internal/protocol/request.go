// Package protocol has the messages between the harness and an adapter, as protocol.md defines them.
package protocol

import "encoding/json"

// Version is the version that the harness says hello with.
const Version = 1

// Request is a message to an adapter. In tier 0 the operation is known, and the path an argument.
type Request struct {
	Op       string   `json:"op"`
	Protocol int      `json:"protocol,omitempty"` // of hello
	ID       int64    `json:"id,omitempty"`
	Path     string   `json:"path,omitempty"`
	Array    *Written `json:"array,omitempty"`
}

// Line returns the message as it is sent in tier 1.
func (q *Request) Line() []byte {
	text, err := json.Marshal(q)
	if err != nil {
		panic(err) // none of its types can fail
	}
	return append(text, '\n')
}

// The operations.
const (
	Hello  = "hello"
	Read   = "read"
	Stream = "stream" // read, from something that can't seek
	Write  = "write"
	Bye    = "bye"
)

// Written is the array or the archive that a writer is asked to write.
type Written struct {
	DType        string             `json:"dtype,omitempty"`
	Shape        *[]int64           `json:"shape,omitempty"`
	FortranOrder *bool              `json:"fortran_order,omitempty"`
	Data         *string            `json:"data,omitempty"`
	Members      map[string]Written `json:"members,omitzero"`
}
