package values

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Value is an element, a part of one, or a number about many.
type Value struct {
	// Text is it as Python spells it, more or less. It may hold any character of the file.
	Text string

	// JSON is what the corpus and the protocol have for it: booleans, numbers, and text; integers of 64 bits, spans
	// of time, and what JSON has no number for, as text ("NaN", "-0.0"); raw bytes in hexadecimal; complex numbers,
	// structures and subarrays as lists. Text that isn't valid Unicode is a list of its code points. Only dates are
	// spelled out.
	JSON any
}

func boolean(v bool) Value {
	if v {
		return Value{"True", true}
	}
	return Value{"False", false}
}

func number(text string) Value        { return Value{text, json.Number(text)} }
func special(text, json string) Value { return Value{text, json} }

func integer(v int64) Value { return number(strconv.FormatInt(v, 10)) }

func integer64(v int64) Value {
	text := strconv.FormatInt(v, 10)
	return Value{text, text}
}

func unsigned64(v uint64) Value {
	text := strconv.FormatUint(v, 10)
	return Value{text, text}
}

func real64(v float64) Value { return realOf(8, v) }

// realOf returns a real number of 2, 4 or 8 bytes. The text has the fewest digits that identify it among numbers of
// that size.
func realOf(size int, v float64) Value {
	switch {
	case v != v:
		return special("nan", "NaN")
	case math.IsInf(v, 1):
		return special("inf", "Infinity")
	case math.IsInf(v, -1):
		return special("-inf", "-Infinity")
	case v == 0 && math.Signbit(v):
		return special("-0", "-0.0")
	}
	exact := realText(v, 64)
	switch size {
	case 2:
		return Value{realText(halfDigits(v), 64), json.Number(exact)}
	case 4:
		return Value{realText(v, 32), json.Number(exact)}
	}
	return number(exact)
}

func realText(v float64, bits int) string {
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-4 || a >= 1e16) {
		format = 'e'
	}
	return strconv.FormatFloat(v, format, -1, bits)
}

// halfDigits returns the number with the fewest digits that is nearer to v than to all other float16.
func halfDigits(v float64) float64 {
	_, exponent := math.Frexp(v)
	spacing := math.Ldexp(1, max(exponent-1, -14)-10)
	for digits := 1; digits < 5; digits++ {
		short, _ := strconv.ParseFloat(strconv.FormatFloat(v, 'e', digits-1, 64), 64)
		if math.Abs(short-v) < spacing/2 {
			return short
		}
	}
	return v
}

// bigReal returns a finite number in as few digits as distinguish it from others of its precision.
func bigReal(z *big.Float) Value {
	format := byte('f')
	if e := z.MantExp(nil); z.Sign() != 0 && (e < -12 || e > 53) {
		format = 'e'
	}
	return number(z.Text(format, -1))
}

// complexOf returns a complex number.
func complexOf(re, im Value) Value {
	sign := "+"
	if strings.HasPrefix(im.Text, "-") {
		sign = ""
	}
	return Value{re.Text + sign + im.Text + "j", []any{re.JSON, im.JSON}}
}
