// Package values reads the elements of arrays: statistics over all of them, in one pass and in constant memory, and
// the first few as text and JSON.
//
// It takes a dtype that package validator has read from a header, and a reader of the data that follows it. It trusts
// neither the shape nor the itemsize: its memory is bounded whatever they say, and it counts the elements that exist.
// It reads no objects, and never loads their pickles.
package values
