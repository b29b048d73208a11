package judge

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/npycheck/npycheck/corpus"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// Features returns the features of the corpus that a reader needs for a file, as far as the headers of its arrays can
// be understood; for other headers, only the format version.
func Features(file []byte, report *validator.Report) []string {
	needs := map[string]bool{}
	arrays := Arrays(report)
	for _, a := range arrays {
		arrayFeatures(a, needs)
	}
	switch {
	case report.Format == validator.Npz:
		archiveFeatures(file, report, needs)
	case len(arrays) == 0 && len(file) > 7 && string(file[:6]) == spec.Magic && file[6]-1 < 3 && file[7] == 0:
		needs["v"+string('0'+file[6])] = true
	}
	features := []string{}
	for _, f := range corpus.Features() {
		if needs[f.Name] {
			features = append(features, f.Name)
		}
	}
	return features
}

// Arrays returns the arrays of a file whose headers can be understood.
func Arrays(report *validator.Report) (arrays []*validator.Array) {
	if report.Array != nil {
		arrays = append(arrays, report.Array)
	}
	for _, m := range report.Members {
		if m.Array != nil {
			arrays = append(arrays, m.Array)
		}
	}
	return arrays
}

// longHeader is the number of bytes above which a header text counts as long.
const longHeader = 256

// arrayFeatures adds what a reader needs for an array.
func arrayFeatures(a *validator.Array, needs map[string]bool) {
	rank := len(a.Shape)
	needs["v"+a.Version.String()[:1]] = true
	needs[[]string{"0d", "1d", "2d", "nd"}[min(rank, 3)]] = true
	prefix := int64(12)
	if a.Version == spec.Version1 {
		prefix = 10
	}
	for feature, need := range map[string]bool{
		"empty":         slices.Contains(a.Shape, 0),
		"fortran-order": a.FortranOrder && rank > 1,
		"long-header":   a.DataOffset-prefix > longHeader,
	} {
		if need {
			needs[feature] = true
		}
	}
	typeFeatures(&a.DType, 0, needs)
}

// typeFeatures adds what a reader needs for a type that is a field at some depth.
func typeFeatures(t *spec.DType, depth int, needs map[string]bool) {
	if t.Itemsize == 0 {
		needs["zero-itemsize"] = true
	}
	switch {
	case t.Base != nil:
		needs["nested"] = true
		typeFeatures(t.Base, depth, needs)
		return
	case t.Struct:
		needs["structured"] = true
		if depth > 0 {
			needs["nested"] = true
		}
		for i := range t.Fields {
			if t.Fields[i].Titled {
				needs["titles"] = true
			}
			typeFeatures(&t.Fields[i].Type, depth+1, needs)
		}
		return
	case t.Order == '>':
		needs["big-endian"] = true
	}
	needs[scalarFeature(t)] = true
}

// scalarFeature returns the feature of a type that is neither a list of fields nor a subarray.
func scalarFeature(t *spec.DType) string {
	switch t.Kind {
	case 'b':
		return "bool"
	case 'i':
		if t.Itemsize == 8 {
			return "int64"
		}
		return "int"
	case 'u':
		if t.Itemsize == 8 {
			return "uint64"
		}
		return "uint"
	case 'f':
		switch {
		case t.Itemsize == 2:
			return "float16"
		case t.Itemsize > 8:
			return "longdouble"
		}
		return "float"
	case 'c':
		if t.Itemsize > 16 {
			return "longdouble"
		}
		return "complex"
	case 'M', 'm':
		return "datetime"
	case 'S':
		return "bytes"
	case 'U':
		return "text"
	case 'O':
		return "object"
	}
	return "void"
}

// archiveFeatures adds what a reader needs to reach the members of an archive, by directory entries and the headers
// that they point at. It looks for them anywhere, since the directory may not be found.
func archiveFeatures(file []byte, report *validator.Report, needs map[string]bool) {
	needs["npz"] = true
	from := int64(0) // the directory follows the data
	for _, m := range report.Members {
		if !m.Hidden {
			from = max(from, min(m.Offset, int64(len(file))))
		}
	}
	rest := file[from:]
	if bytes.Contains(rest, []byte("PK\x06\x06")) || bytes.Contains(rest, []byte("PK\x06\x07")) {
		needs["zip64"] = true
	}
	le := binary.LittleEndian
	for {
		at := bytes.Index(rest, []byte("PK\x01\x02"))
		if at < 0 || len(rest)-at < 46 {
			return
		}
		entry := rest[at:]
		rest = entry[4:]
		recordFeatures(entry[8:], entry[46:], le.Uint16(entry[28:]), le.Uint16(entry[30:]), needs)
		if le.Uint16(entry[10:]) == 8 {
			needs["deflate"] = true
		}
		local := file[min(int64(le.Uint32(entry[42:])), int64(len(file))):]
		if len(local) >= 30 && string(local[:4]) == "PK\x03\x04" {
			recordFeatures(local[6:], local[30:], le.Uint16(local[26:]), le.Uint16(local[28:]), needs)
		}
	}
}

// recordFeatures adds the features that the flags of a record and the extra fields after its name require.
func recordFeatures(flags, rest []byte, name, extra uint16, needs map[string]bool) {
	le := binary.LittleEndian
	if le.Uint16(flags)&(1<<3) != 0 {
		needs["data-descriptor"] = true
	}
	rest = rest[min(int(name), len(rest)):]
	rest = rest[:min(int(extra), len(rest))]
	for len(rest) >= 4 {
		if le.Uint16(rest) == 1 {
			needs["zip64"] = true
		}
		rest = rest[min(4+int(le.Uint16(rest[2:])), len(rest)):]
	}
}
