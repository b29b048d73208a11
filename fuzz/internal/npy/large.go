package npy

import (
	"math"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
	"github.com/npycheck/npycheck/spec"
)

// Large returns a file with a number that takes more than two bytes: the bytes of its data, or the length of its
// header for the areas prefix and header. Such a header is of an array that every reader knows.
func Large(g *choice.Chooser, area string) *Draft {
	if area != "prefix" && area != "header" {
		return largeData(g, area)
	}
	d := New(g, Wish{
		Area:    "prefix",
		Version: choice.Of(g, spec.Version2, spec.Version2, spec.Version3),
		DType: func(t *Typer) spec.DType {
			return choice.Of(t.Chooser, Scalar('u', '|', 1), Scalar('u', '|', 1), Scalar('i', '<', 4), Scalar('f', '<', 8))
		},
		Shape: Dimensions,
		Order: choice.Of[byte](g, 'C', 'C', 'C', 'F'),
	})
	// With this padding the lower half of the length is that of a shorter header. A reader that takes nothing else
	// of the length finds the dictionary, and reads spaces as data.
	d.Layout.Blocks += (1 + g.N(2)) << 16 / d.Layout.Align
	return d
}

func largeData(g *choice.Chooser, area string) *Draft {
	for {
		d := New(g, Wish{Area: area, Large: true, least: math.MaxUint16 + 1})
		if len(d.Array.Data) > math.MaxUint16 { // elements may have no bytes
			return d
		}
	}
}
