package protocol

import (
	"errors"
	"fmt"

	"github.com/npycheck/npycheck/internal/text"
)

// Greeting is how an adapter introduces its implementation.
type Greeting struct {
	Op       string    `json:"op"`
	Name     string    `json:"name"`
	Version  string    `json:"version"`
	Language string    `json:"language"`
	Runtime  string    `json:"runtime"`
	Features *[]string `json:"features"`
	Traits   []string  `json:"traits"`
	Ops      *[]string `json:"ops"`
}

// ReadGreeting reads the answer to hello.
func ReadGreeting(text []byte) (*Greeting, error) {
	var g Greeting
	err := decode(text, &g)
	if err == nil {
		err = g.check()
	}
	if err != nil {
		return nil, errors.New(complaint(err, text))
	}
	return &g, nil
}

func (g *Greeting) check() error {
	for _, s := range []*string{&g.Name, &g.Version, &g.Language, &g.Runtime} {
		*s = text.Line(*s)
	}
	switch {
	case g.Op != Hello:
		return fmt.Errorf("got op %q, expected hello", g.Op)
	case g.Name == "" || g.Version == "" || g.Language == "":
		return errors.New("name, version or language is missing")
	}
	if g.Ops == nil {
		g.Ops = &[]string{Read}
	}
	for _, op := range *g.Ops {
		if op != Read && op != Stream && op != Write {
			return fmt.Errorf("unknown op %q, expected read, stream or write", op)
		}
	}
	if err := CheckTraits(g.Traits); err != nil || g.Features == nil {
		return err
	}
	return CheckFeatures(*g.Features)
}
