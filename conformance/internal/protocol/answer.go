package protocol

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/judge"
)

// Answer is what an adapter answers. Its outcome is one of the words of protocol.md.
type Answer struct {
	Outcome string
	Array   *judge.Array // of a file that was accepted by a reader
	Message string
}

// answerMessage is the form of an answer in tier 1.
type answerMessage struct {
	ID      *int64        `json:"id"`
	Outcome string        `json:"outcome"`
	Array   *arrayMessage `json:"array"`
	Message string        `json:"message"`
}

// ReadAnswer reads a line that came for a request.
func ReadAnswer(text []byte, q *Request) (*Answer, error) {
	var m answerMessage
	if err := decode(text, &m); err != nil {
		return nil, fmt.Errorf("the answer: %s", complaint(err, text))
	}
	m.Outcome = Answered(m.Outcome)
	wantArray := m.Outcome == "accept" && q.Op != Write
	switch {
	case m.ID == nil:
		return nil, errors.New("the answer has no id")
	case *m.ID != q.ID:
		return nil, fmt.Errorf("the answer has the id %d, expected %d", *m.ID, q.ID)
	case !answerable(m.Outcome):
		return nil, fmt.Errorf("the answer has the outcome %q", m.Outcome)
	case wantArray && m.Array == nil:
		return nil, errors.New("the answer accepts the file without an array")
	case !wantArray && m.Array != nil:
		return nil, errors.New("the answer has an unexpected array")
	}
	a := &Answer{Outcome: m.Outcome, Message: m.Message}
	if m.Array == nil {
		return a, nil
	}
	var err error
	a.Array, err = m.Array.array()
	return a, err
}

// ReadExit2 reads what a program of tier 0 wrote that exited with code 2: by default that something is unsupported.
func ReadExit2(text []byte) (*Answer, error) {
	m := struct {
		Outcome string `json:"outcome"`
		Message string `json:"message"`
	}{Outcome: "unsupported"}
	if err := decode(text, &m); err != nil {
		return nil, err
	}
	m.Outcome = Answered(m.Outcome)
	if !slices.Contains(caught, m.Outcome) {
		return nil, fmt.Errorf("got outcome %q, expected %s", m.Outcome, strings.Join(caught, ", "))
	}
	return &Answer{Outcome: m.Outcome, Message: m.Message}, nil
}
