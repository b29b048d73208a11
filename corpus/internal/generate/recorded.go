package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// recorded is what NumPy releases did with the vectors: release, ID, run. It comes from files
// recorded/numpy-<release>.json, which a script writes that runs the releases.
type recorded map[string]map[string]run

// run is what one release did with one file. The arrays are what it returned, where that isn't the
// array of the case or, for the other two, not what np.load of the name returned.
type run struct {
	File        string     `json:"file"`   // np.load with the name of the file
	Stream      string     `json:"stream"` // np.load with a stream that is no file, if it differs
	MMap        string     `json:"mmap"`   // np.load with mmap_mode, if it differs
	Array       *readArray `json:"array"`
	StreamArray *readArray `json:"stream_array"`
	MMapArray   *readArray `json:"mmap_array"`
}

// readArray is an array that NumPy returned: the SHA-256 is that of its elements in C order,
// little-endian.
type readArray struct {
	DType  string  `json:"dtype"`
	Shape  []int64 `json:"shape"`
	SHA256 string  `json:"sha256"`
}

func (a *readArray) is(want *array) bool {
	return want != nil && a.DType == want.DType && slices.Equal(a.Shape, want.Shape) && a.SHA256 == want.SHA256
}

func readRecorded(dir string) (recorded, error) {
	names, err := filepath.Glob(filepath.Join(dir, "numpy-*.json"))
	if err != nil {
		return nil, err
	}
	runs := recorded{}
	for _, name := range names {
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		release := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), "numpy-"), ".json")
		if runs[release], err = parseRecorded(content); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return runs, nil
}

func parseRecorded(content []byte) (map[string]run, error) {
	var runs map[string]run
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&runs); err != nil {
		return nil, err
	}
	outcomes := []string{"accept", "warn", "reject", "crash", "hang", "memory"}
	for id, r := range runs {
		r.Stream, r.MMap = cmp.Or(r.Stream, r.File), cmp.Or(r.MMap, r.File)
		runs[id] = r
		for _, outcome := range []string{r.File, r.Stream, r.MMap} {
			if !slices.Contains(outcomes, outcome) {
				return nil, fmt.Errorf("%s: unknown outcome %q, want one of %s", id, outcome, strings.Join(outcomes, " "))
			}
		}
	}
	return runs, nil
}

// of returns what each release did with a case, and where it did otherwise with another way of
// reading or got another array.
func (runs recorded) of(id string, want *array) (outcomes map[string]string, details map[string]detail) {
	outcomes, details = map[string]string{}, map[string]detail{}
	for release, all := range runs {
		r, ok := all[id]
		if !ok {
			continue // newer than the record
		}
		outcomes[release] = r.File
		var d detail
		if r.Stream != r.File {
			d.Stream = r.Stream
		}
		if r.MMap != r.File {
			d.MMap = r.MMap
		}
		if r.Array != nil && !r.Array.is(want) {
			d.Array = r.Array
		}
		d.StreamArray, d.MMapArray = r.StreamArray, r.MMapArray
		if d != (detail{}) {
			details[release] = d
		}
	}
	return outcomes, details
}
