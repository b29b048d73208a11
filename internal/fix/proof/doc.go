// Package proof compares the arrays of a file before and after a repair, element by element. It shares nothing with what
// reads the file before the repair, package validator, and with what writes it, package spec: it has its own parser of
// headers, its own dtypes and its own decoder. What it doesn't understand is not proved.
//
// It is small rather than complete. It takes memory for one header and one buffer, and recurses as deep as brackets nest
// in a header, at most maxDepth.
package proof
