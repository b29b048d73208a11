package validator

import (
	"bytes"
)

// lineEnds counts the ends of lines in bytes as they come.
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

// fewReturns is the number of missing bytes up to which a cut explains them as well.
const fewReturns = 4

// manyBytes is the number of bytes in which a CR LF is found by chance, nearly always.
const manyBytes = 512 << 10
