package pickle

import (
	"time"

	"github.com/npycheck/npycheck/internal/pyimport"
)

// The calls of datetime.

// checkTimedelta checks a call of timedelta: days, seconds and microseconds, normalised.
func checkTimedelta(c *invocation) *objection {
	if !c.has(3) {
		return unwritten
	}
	var n [3]int64
	for i := range n {
		v := &c.args[i]
		if v.kind != kindInt || !v.known {
			return unwritten
		}
		n[i] = v.n
	}
	const most = 999_999_999
	days, seconds, micros := n[0], n[1], n[2]
	if days < -most || days > most || seconds < 0 || seconds >= 86400 || micros < 0 || micros >= 1_000_000 {
		return unwritten
	}
	c.result.known, c.result.n = true, max(-2, min(days, 2))*86400+seconds
	if micros > 0 && days < 0 {
		c.result.n++ // only to check its size
	}
	return nil
}

// checkTimezone checks a call of timezone: less than a day from UTC, and perhaps its name.
func checkTimezone(c *invocation) *objection {
	a, n := c.args, len(c.args)
	if n < 1 || n > 2 || !a[0].made(pyimport.Timedelta) || n == 2 && a[1].kind != kindText && a[1].kind != kindLost {
		return unwritten
	}
	const day = 86400
	return unless(!a[0].known || a[0].kind != kindObject || a[0].n > -day && a[0].n < day)
}

// checkDate checks a call of a date or a time: its packed bytes, which Python 2 writes as text, and perhaps a time
// zone.
func checkDate(c *invocation) *objection {
	a, n := c.args, len(c.args)
	if n == 0 || n > 2 || n == 2 && (c.global.name == "date" || !a[1].made(pyimport.Timezone) && !a[1].made(pyimport.Zone)) {
		return unwritten
	}
	if a[0].kind == kindLost {
		return nil
	}
	b, ok := packed(&a[0])
	if !ok {
		return unwritten
	}
	const fold = 0x80 // distinguishes two equal local times
	switch c.global.name {
	case "date":
		return unless(len(b) == 4 && isDate(b))
	case "time":
		if len(b) == 6 {
			b[0] &^= fold
		}
		return unless(len(b) == 6 && isTime(b))
	}
	if len(b) == 10 {
		b[2] &^= fold
	}
	return unless(len(b) == 10 && isDate(b[:4]) && isTime(b[4:]))
}

// packed returns the bytes of a date or a time: text of Python 2 has a character for each.
func packed(v *value) ([]byte, bool) {
	switch {
	case !v.known || v.n > 10:
		return nil, false
	case v.kind == kindBytes || v.kind == kindText && int64(len(v.text)) == v.n:
		return []byte(v.text), true
	}
	b := latin1Bytes(v.text)
	return []byte(b), v.kind == kindText && int64(len(b)) == v.n
}

// isDate reports whether bytes are a year, a month and a day.
func isDate(b []byte) bool {
	year, month, day := int(b[0])<<8|int(b[1]), int(b[2]), int(b[3])
	if year < 1 || year > 9999 || month < 1 || month > 12 || day < 1 {
		return false
	}
	return day <= time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

// isTime reports whether bytes are an hour, a minute, a second and microseconds.
func isTime(b []byte) bool {
	micros := int(b[3])<<16 | int(b[4])<<8 | int(b[5])
	return b[0] < 24 && b[1] < 60 && b[2] < 60 && micros < 1_000_000
}
