package viewer

import "encoding/json"

// list is a slice whose JSON form is [] where that of a nil slice is null, on which JavaScript fails.
type list[T any] []T

func (l list[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		l = list[T]{}
	}
	return json.Marshal([]T(l))
}
