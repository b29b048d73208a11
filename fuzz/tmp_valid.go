package fuzz

import (
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

func (g *Gen) Valid(string) File {
	t, _ := spec.ParseCode(pickOf(g, "|u1", "<i4", "<f8"))
	shape := []int64{int64(g.n(5)), int64(g.n(4))}
	h := spec.Header{DType: t, Shape: shape}
	b, _ := h.Append(nil, spec.Version{}, spec.EraGrowth)
	data := g.junk(int(shape[0] * shape[1] * t.Itemsize))
	return File{Content: append(b, data...), Format: validator.Npy, Array: &Array{DType: t, Shape: shape, Data: data}}
}
