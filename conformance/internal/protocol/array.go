package protocol

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/npycheck/npycheck/internal/judge"
)

// arrayMessage is the form of an array in messages.
type arrayMessage struct {
	DType   *string                  `json:"dtype"`
	Shape   *[]json.RawMessage       `json:"shape"`
	Data    *hexData                 `json:"data"`
	SHA256  *string                  `json:"sha256"`
	Members map[string]*arrayMessage `json:"members"`
}

// hexData is bytes that are a hexadecimal string in messages. Many megabytes of them are decoded without a
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

// ReadArray reads the array or the archive that a program of tier 0 writes to its standard output.
func ReadArray(text []byte) (*judge.Array, error) {
	var m arrayMessage
	if err := decode(text, &m); err != nil {
		return nil, errors.New(complaint(err, text))
	}
	return m.array()
}

func (m *arrayMessage) array() (*judge.Array, error) {
	if m.Members == nil {
		return m.single()
	}
	if m.DType != nil || m.Shape != nil || m.Data != nil || m.SHA256 != nil {
		return nil, errors.New("members next to other fields")
	}
	members := make(map[string]*judge.Array, len(m.Members))
	for key, member := range m.Members {
		if member == nil || member.Members != nil {
			return nil, fmt.Errorf("the member %q is not an array", key)
		}
		single, err := member.single()
		if err != nil {
			return nil, fmt.Errorf("the member %q: %w", key, err)
		}
		members[key] = single
	}
	return judge.NewArchive(members), nil
}

func (m *arrayMessage) single() (*judge.Array, error) {
	switch {
	case m.DType == nil:
		return nil, errors.New("an array has no dtype")
	case m.Shape == nil:
		return nil, errors.New("an array has no shape")
	case (m.Data == nil) == (m.SHA256 == nil):
		return nil, errors.New("an array needs either data or sha256")
	}
	// What can't be in a shape, such as a boolean from the header, is the reader's fault and not a breach of the
	// protocol. JavaScript writes null for NaN.
	dims := make([]string, len(*m.Shape))
	for i, d := range *m.Shape {
		dims[i] = extent(string(d))
		if d[0] == '[' || d[0] == '{' {
			return nil, errors.New("shape: got a list or an object, expected integers, or null in its place")
		}
	}
	shape := "[" + strings.Join(dims, ",") + "]"
	if m.Data != nil {
		return judge.Received(*m.DType, shape, *m.Data, ""), nil
	}
	digits := strings.ToLower(*m.SHA256)
	if sum, err := hex.DecodeString(digits); err != nil || len(sum) != 32 {
		return nil, errors.New("sha256 is not a SHA-256 in hexadecimal")
	}
	return judge.Received(*m.DType, shape, nil, digits), nil
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
