// Package fuzz makes .npy and .npz files together with the truth about them: files that conform with the arrays that
// they contain, files with one planted fault, and files that may be anything.
//
//	g := fuzz.Numbered(1, 42) // file 42 of seed 1
//	file := g.Valid("shape")  // conforms; file.Array is what a reader gets
//	faulty, twin, _ := g.Fault(spec.ShapeNegative)
//	changed := g.Mutate("", file.Format, file.Content, nil)
//
// # Stability
//
// Equal seeds give equal files only in versions with the same generator: keep files, not seeds. Go names may
// change in minor versions before 1.0, and only in major versions after it.
//
// # Engines
//
// The tests are native fuzz targets. They take raw bytes, so that any engine can drive them. README.md describes
// them, and the programs below fuzz/tools, which check files by the million.
package fuzz
