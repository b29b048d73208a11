package validator

import (
	"bytes"
	"io"
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

// lostReturns reports whether a file that lacks some bytes looks as if each CR LF became LF, as Git does with what it takes
// for text. Each missing byte needs an LF then. That there is no CR LF says little of few bytes; but a file that was cut
// rarely lacks about as many as it has LFs. Only depth Full reads a file for that. Archives have other signs.
func (w *walk) lostReturns(missing int64) (bool, error) {
	if w.opt.depth() != Full || w.inside || missing <= fewReturns {
		return false, nil
	}
	l := w.once.lines
	if w.ra != nil {
		size := w.start + w.size
		if missing > size {
			return false, nil
		}
		l = &lineEnds{}
		if _, err := w.discard(io.TeeReader(io.NewSectionReader(w.ra, 0, size), l)); err != nil {
			return false, err
		}
	}
	return l.pairs == 0 && l.all >= missing && (l.all <= 2*missing || l.n >= manyBytes), nil
}
