// Package conformance drives implementations of the .npy format, npycheck's own command first.
//
// The scripts in testdata/script call the command as a user does. They are named after the
// subcommand and the aspect, and have, besides the commands of testscript, two that build files.
// NPYCHECK_UPDATE=1 rewrites the outputs that the scripts compare with.
//
//	npy [-version 1.0] [-pad N | -total N] [-data N] [HEADER] FILE
//
// writes a .npy file: the header, with "`" for "'", N spaces and a newline behind it, and N zero
// bytes of data. Without -pad the prefix, the header and the padding have N bytes in total, or,
// without -total, a multiple of 64. Without HEADER the file is a good one: three float64, with
// their data.
//
//	unhex LISTING FILE
//
// writes the bytes of a listing: hexadecimal bytes, text in double quotes, and either with a
// factor: 20*64. "#" starts a comment.
package conformance
