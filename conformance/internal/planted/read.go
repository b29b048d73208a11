package planted

import (
	"errors"
	"strings"
)

// Read reads a file: an archive only if its name says so. The error says why there is no array.
func (r *Reader) Read(name string, file []byte) (a *Array, outcome Outcome, err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		case ending:
			a, outcome, err = nil, e.outcome, errors.New(e.message)
		case error: // of the runtime: a bug that was planted
			a, outcome, err = nil, Crash, e
		default:
			panic(e)
		}
	}()
	r.reads++
	if strings.HasSuffix(name, ".npz") || r.has("archive-by-content") && strings.HasPrefix(string(file), "PK") {
		a = archiveReader{r}.archive(file)
	} else {
		a = r.array(file, false)
	}
	if r.has("every-other-read") && r.reads%2 == 1 && len(a.Data) > 0 {
		a.Data[0] ^= 1
	}
	return a, Accept, nil
}
