package validator

import (
	"bytes"
)

// lineEnds counts the line endings in bytes as they are read.
type lineEnds struct {
	n     int64 // bytes
	pairs int64 // CR LF
	all   int64 // LF, with and without CR
	last  byte
}

func (l *lineEnds) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	l.n += int64(len(p))
	l.all += int64(bytes.Count(p, []byte("\n")))
	l.pairs += int64(bytes.Count(p, []byte("\r\n")))
	if l.last == '\r' && p[0] == '\n' {
		l.pairs++
	}
	l.last = p[len(p)-1]
	return len(p), nil
}

// fewReturns is the number of missing bytes up to which truncation is an equally good explanation.
const fewReturns = 4

// manyBytes is the number of random bytes that almost certainly contain a CR LF.
const manyBytes = 512 << 10
