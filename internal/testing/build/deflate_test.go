package build

import (
	"bytes"
	"compress/flate"
	"io"
	"testing"
)

// TestDeflater inflates with compress/flate what Deflater wrote.
func TestDeflater(t *testing.T) {
	period := make([]byte, 1021)
	for i := range period {
		period[i] = byte(i * i >> 3)
	}
	data := bytes.Repeat(period, 70)[:70000]
	for name, write := range map[string]func(*Deflater){
		"stored":        func(d *Deflater) { d.Stored(true, 0, data) },
		"stored, small": func(d *Deflater) { d.Stored(true, 1000, data) },
		"fixed":         func(d *Deflater) { d.Fixed(true, len(period), data) },
		"literals":      func(d *Deflater) { d.Fixed(true, 0, data) },
		"dynamic":       func(d *Deflater) { d.Dynamic(true, len(period), data) },
		"far":           func(d *Deflater) { d.Dynamic(true, 32*len(period), data) },
		"of every kind": func(d *Deflater) {
			d.Stored(false, 0, data[:3])
			d.Fixed(false, len(period), data[3:40000])
			d.Dynamic(false, 1, nil)
			d.Stored(false, 0, nil)
			d.Dynamic(true, len(period), data[40000:])
		},
		"distances of 4": func(d *Deflater) { d.Fixed(true, 4, data) },
	} {
		var d Deflater
		write(&d)
		got, err := io.ReadAll(flate.NewReader(bytes.NewReader(d.Bytes())))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%s: got %d bytes, %v, want %d", name, len(got), err, len(data))
		}
	}
}

// TestDeflaterLengths writes a match of every length, and of distances around each step of their codes.
func TestDeflaterLengths(t *testing.T) {
	for n := 3; n <= 258; n++ {
		var d Deflater
		data := append(bytes.Repeat([]byte("abc"), 87)[:n+3], '.')
		d.Fixed(true, 3, data)
		if got, err := io.ReadAll(flate.NewReader(bytes.NewReader(d.Bytes()))); err != nil || !bytes.Equal(got, data) {
			t.Errorf("length %d: got %q, %v", n, got, err)
		}
	}
	for power := 1; power <= 1<<15; power *= 2 {
		for distance := max(power-1, 1); distance <= min(power+2, 1<<15); distance++ {
			var d Deflater
			data := make([]byte, distance+5)
			for i := range data {
				data[i] = byte(i % distance * 7 >> 1)
			}
			d.Stored(false, 0, data[:distance])
			d.Dynamic(true, distance, data[distance:])
			if got, err := io.ReadAll(flate.NewReader(bytes.NewReader(d.Bytes()))); err != nil || !bytes.Equal(got, data) {
				t.Errorf("distance %d: %v", distance, err)
			}
		}
	}
}
