package conformance

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// protocolVersion is the version that the harness says hello with.
const protocolVersion = 1

// request is a message to an adapter. In tier 0 the operation is known, and the path an argument.
type request struct {
	Op       string        `json:"op"`
	Protocol int           `json:"protocol,omitempty"` // of hello
	ID       int64         `json:"id,omitempty"`
	Path     string        `json:"path,omitempty"`
	Array    *writtenArray `json:"array,omitempty"`

	name      string        // of what the path has, in messages; "" if it has none that says anything
	maxAnswer int64         // bytes that an honest Answer may have
	timeout   time.Duration // for the answer; that of the adapter if 0
}

// line returns the message as it is sent in tier 1.
func (q request) line() []byte {
	text, err := json.Marshal(q)
	if err != nil {
		panic(err) // none of its types can fail
	}
	return append(text, '\n')
}

// The operations.
const (
	opHello  = "hello"
	opRead   = "read"
	opStream = "stream" // read, through something that can't seek
	opWrite  = "write"
	opBye    = "bye"
)

// writtenArray is the array or the archive that a writer is asked to write.
type writtenArray struct {
	DType        string                  `json:"dtype,omitempty"`
	Shape        *[]int64                `json:"shape,omitempty"`
	FortranOrder *bool                   `json:"fortran_order,omitempty"`
	Data         *string                 `json:"data,omitempty"`
	Members      map[string]writtenArray `json:"members,omitzero"`
}

// arrayMessage is the form of an Array in messages.
type arrayMessage struct {
	DType   *string                  `json:"dtype"`
	Shape   *[]json.RawMessage       `json:"shape"`
	Data    *hexData                 `json:"data"`
	SHA256  *string                  `json:"sha256"`
	Members map[string]*arrayMessage `json:"members"`
}

// hexData are bytes that are a string of hexadecimal digits in messages. Many megabytes of them are decoded without a
// copy of the string.
type hexData []byte

func (h *hexData) UnmarshalJSON(text []byte) error {
	if bytes.IndexByte(text, '\\') >= 0 || text[0] != '"' {
		var digits string
		if err := json.Unmarshal(text, &digits); err != nil {
			return err
		}
		text = []byte(`"` + digits + `"`)
	}
	digits := text[1 : len(text)-1]
	*h = make([]byte, hex.DecodedLen(len(digits)))
	if _, err := hex.Decode(*h, digits); err != nil {
		return errors.New("data is not hexadecimal")
	}
	return nil
}

func (m *arrayMessage) array() (*Array, error) {
	if m.Members == nil {
		return m.single()
	}
	if m.DType != nil || m.Shape != nil || m.Data != nil || m.SHA256 != nil {
		return nil, errors.New("members beside other fields")
	}
	a := &Array{members: make(map[string]*Array, len(m.Members))}
	for key, member := range m.Members {
		if member == nil || member.Members != nil {
			return nil, fmt.Errorf("the member %q is not an array", key)
		}
		single, err := member.single()
		if err != nil {
			return nil, fmt.Errorf("the member %q: %w", key, err)
		}
		a.members[key] = single
	}
	return a, nil
}

func (m *arrayMessage) single() (*Array, error) {
	switch {
	case m.DType == nil:
		return nil, errors.New("an array has no dtype")
	case m.Shape == nil:
		return nil, errors.New("an array has no shape")
	case (m.Data == nil) == (m.SHA256 == nil):
		return nil, errors.New("an array needs data or sha256, and not both")
	}
	a := &Array{dtype: *m.DType}
	// What no shape holds, as a boolean of the header, is the reader's fault and no breach of the
	// protocol. JavaScript writes null for NaN.
	dims := make([]string, len(*m.Shape))
	for i, d := range *m.Shape {
		dims[i] = extent(string(d))
		if d[0] == '[' || d[0] == '{' {
			return nil, errors.New("shape: got a list or an object in it, want integers, and null for these")
		}
	}
	a.shape = "[" + strings.Join(dims, ",") + "]"
	if m.Data != nil {
		a.data = *m.Data
		return a, nil
	}
	a.sum = strings.ToLower(*m.SHA256)
	if sum, err := hex.DecodeString(a.sum); err != nil || len(sum) != 32 {
		return nil, errors.New("sha256 is not a SHA-256 in hexadecimal")
	}
	return a, nil
}

// extent returns an integer as it is compared: JSON may write 3 as 3.0 or 3e0, and 0 as -0 or -0.0, and a
// language with one number type does. Anything else stays as it is.
func extent(text string) string {
	if v, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(v, 10)
	}
	if v, err := strconv.ParseFloat(text, 64); err == nil && v == math.Trunc(v) && math.Abs(v) < 1<<63 {
		return strconv.FormatInt(int64(v), 10)
	}
	return text
}

// exit2Message says in tier 0 what exit code 2 means: by default that something is not supported.
type exit2Message struct {
	Outcome Outcome `json:"outcome"`
	Message string  `json:"message"`
}

func newExit2Message() exit2Message { return exit2Message{Outcome: OutcomeUnsupported} }

func (m *exit2Message) check() error {
	if !slices.Contains([]Outcome{OutcomeUnsupported, OutcomeCrash, OutcomeBlowUp}, m.Outcome) {
		return fmt.Errorf("got outcome %q, want unsupported, crash or blow-up", m.Outcome)
	}
	return nil
}

// answerMessage is the form of an answer in tier 1.
type answerMessage struct {
	ID      *int64        `json:"id"`
	Outcome Outcome       `json:"outcome"`
	Array   *arrayMessage `json:"array"`
	Message string        `json:"message"`
}

// answer judges a line that came for a request.
func (m *answerMessage) answer(req request) Answer {
	wantArray := m.Outcome == OutcomeAccept && req.Op != opWrite
	switch {
	case m.ID == nil:
		return invalidf("the answer has no id")
	case *m.ID != req.ID:
		return invalidf("the answer has the id %d, want %d", *m.ID, req.ID)
	case !slices.Contains([]Outcome{OutcomeAccept, OutcomeReject, OutcomeUnsupported, OutcomeCrash, OutcomeBlowUp}, m.Outcome):
		return invalidf("the answer has the outcome %q", m.Outcome)
	case wantArray && m.Array == nil:
		return invalidf("the answer accepts the file without an array")
	case !wantArray && m.Array != nil:
		return invalidf("the answer has an unexpected array")
	}
	a := Answer{Outcome: m.Outcome, Message: m.Message}
	if m.Array != nil {
		var err error
		if a.Array, err = m.Array.array(); err != nil {
			return invalidf("%v", err)
		}
	}
	return a
}

// greeting is how an adapter introduces the implementation that it is around.
type greeting struct {
	Implementation
	ops []string
}

// helloMessage is the form of a greeting in messages.
type helloMessage struct {
	Op       string    `json:"op"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Language string    `json:"language"`
	Runtime  string    `json:"runtime"`
	Features *[]string `json:"features"`
	Traits   []string  `json:"traits"`
	Ops      *[]string `json:"ops"`
}

func (m *helloMessage) hello() (greeting, error) {
	h := greeting{Implementation: Implementation{Name: line(m.Name), Version: line(m.Version), Language: line(m.Language), Runtime: line(m.Runtime), Traits: m.Traits}, ops: []string{opRead}}
	switch {
	case m.Op != opHello:
		return h, fmt.Errorf("got op %q, want hello", m.Op)
	case h.Name == "" || h.Version == "" || h.Language == "":
		return h, errors.New("name, version or language is missing")
	}
	if m.Ops != nil {
		h.ops = *m.Ops
	}
	for _, op := range h.ops {
		if op != opRead && op != opStream && op != opWrite {
			return h, fmt.Errorf("unknown op %q, want read, stream or write", op)
		}
	}
	if err := checkTraits(h.Traits); err != nil {
		return h, err
	}
	if m.Features == nil {
		return h, nil
	}
	h.Features = *m.Features
	return h, checkFeatures(h.Features)
}
