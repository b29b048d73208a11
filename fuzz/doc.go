// Package fuzz makes .npy and .npz files together with what is true of them: files that conform with the arrays that
// they hold, files with one planted fault, and files that may be anything.
//
// Its tests are the native fuzz targets of npycheck, one for each area and more. Each takes raw bytes, so that any
// engine can drive it, and checks the properties of package fuzz/properties. The programs below fuzz/campaign check
// files by the million (CAMPAIGNS.md).
package fuzz
