package info

import (
	"bufio"

	"github.com/npycheck/npycheck/cmd/internal/inspect"
	"github.com/npycheck/npycheck/internal/text"
)

// infoJSON writes an object for each file, in one JSON document or as JSON Lines. The summary comes last; output
// without it was cut off.
type infoJSON struct{ lines bool }

func (j infoJSON) begin(w *bufio.Writer) {
	if !j.lines {
		w.WriteString(`{"schema":1,"files":[`)
	}
}

func (j infoJSON) file(w *bufio.Writer, n int64, f *inspect.File) {
	if !j.lines {
		if n > 0 {
			w.WriteByte(',')
		}
		w.WriteByte('\n')
	}
	f.WriteJSON(w)
	if j.lines && f.Context.Err() == nil {
		w.WriteByte('\n')
	}
}

func (j infoJSON) end(w *bufio.Writer, sum infoSummary) {
	switch {
	case sum.interrupted && j.lines:
	case sum.interrupted:
		w.WriteByte('\n') // for what comes next on a terminal
	case j.lines:
		w.Write(append(text.AppendJSON(nil, map[string]infoSummary{"summary": sum}), '\n'))
	default:
		w.Write(append(text.AppendJSON([]byte("\n],\"summary\":"), sum), "}\n"...))
	}
}
