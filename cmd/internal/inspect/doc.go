// Package inspect shows what is in a file: its arrays, the members of an archive, the first values and statistics, a table
// of any two dimensions, and what is in Python objects. It is what npycheck info and the page show.
//
// It reads the elements of arrays by the dtype that package validator has read from a header, and trusts neither the shape
// nor the itemsize: its memory is bounded whatever they say, statistics take one pass, and it counts the elements that
// exist. Of Python objects it shows a tree: keys, scalars, the beginning of text, the dtype and shape of arrays, and
// classes by name. That follows the opcodes through which package validator walks, and runs and imports nothing.
//
// A file builds on those before it in this list, and on no later one: values, values_head; statistics_longs,
// statistics_numbers, statistics; plane; objects_node, objects_dtype, objects_calls, objects_builder, objects_tree,
// objects_text, objects_json; file, file_json.
package inspect
