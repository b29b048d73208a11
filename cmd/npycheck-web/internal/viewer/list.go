package viewer

import (
	"encoding/json"

	"github.com/npycheck/npycheck/internal/inert"
)

// list is a slice whose JSON form is [] where that of a nil slice is null, on which JavaScript fails.
type list[T any] []T

func (l list[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		l = list[T]{}
	}
	return json.Marshal([]T(l))
}

// answer is what the page is answered with, besides the JSON of reports.
type answer interface {
	contentsJSON | fixJSON | tableJSON | list[ruleJSON]
}

func encode[T answer](v T) []byte { return inert.AppendJSON(nil, v) }
