package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"
)

// recorded is what NumPy releases did with the vectors. It comes from recorded/numpy.json, written
// by a script that runs the releases.
type recorded struct {
	releases []string                  // oldest first
	pythons  map[string]string         // the Python that each release ran on
	runs     map[string]map[string]run // release, ID
}

// run is what one release did with one file. The arrays and the members are what it returned, where
// that isn't what the case has or, for the other ways, not what np.load of the name returned.
type run struct {
	File        string       `json:"file"`    // np.load with the name of the file
	Stream      string       `json:"stream"`  // np.load with a stream that is not a file, if it differs
	MMap        string       `json:"mmap"`    // np.load with mmap_mode, if it differs
	Objects     string       `json:"objects"` // np.load with allow_pickle, if it didn't return the objects of the case
	Array       *readArray   `json:"array"`
	Members     []readMember `json:"members"`
	StreamArray *readArray   `json:"stream_array"`
	MMapArray   *readArray   `json:"mmap_array"`
}

// readArray is an array that NumPy returned: the SHA-256 is that of its elements in C order,
// little-endian.
type readArray struct {
	DType  string  `json:"dtype"`
	Shape  []int64 `json:"shape"`
	SHA256 string  `json:"sha256"`
}

// readMember is a member that NumPy returned, as bytes if it has no array.
type readMember struct {
	Key   string     `json:"key"`
	Array *readArray `json:"array,omitempty"`
}

func (a *readArray) is(want *array) bool {
	return want != nil && a.DType == want.DType && slices.Equal(a.Shape, want.Shape) && a.SHA256 == want.SHA256
}

func (m readMember) is(want member) bool {
	if m.Array == nil || want.Array == nil {
		return m.Key == want.Key && m.Array == nil && want.Array == nil
	}
	return m.Key == want.Key && m.Array.is(want.Array)
}

// readRecorded returns an empty record if there is none.
func readRecorded(name string) (recorded, error) {
	content, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return recorded{}, nil
	}
	if err != nil {
		return recorded{}, err
	}
	r, err := parseRecorded(content)
	if err != nil {
		return recorded{}, fmt.Errorf("%s: %w", name, err)
	}
	return r, nil
}

func parseRecorded(content []byte) (recorded, error) {
	var file struct {
		Releases [][2]string // the release and its Python
		Cases    map[string][]struct {
			Releases []string // all if there are none
			run
		}
	}
	d := json.NewDecoder(bytes.NewReader(content))
	d.DisallowUnknownFields()
	if err := d.Decode(&file); err != nil {
		return recorded{}, err
	}
	all := recorded{nil, map[string]string{}, map[string]map[string]run{}}
	for _, pair := range file.Releases {
		release := pair[0]
		all.releases = append(all.releases, release)
		all.pythons[release] = pair[1]
		all.runs[release] = map[string]run{}
	}
	known := []string{"accept", "warn", "reject", "exception", "crash", "hang", "memory"}
	for id, items := range file.Cases {
		for _, item := range items {
			r := item.run
			r.Stream, r.MMap = cmp.Or(r.Stream, r.File), cmp.Or(r.MMap, r.File)
			for _, outcome := range []string{r.File, r.Stream, r.MMap, cmp.Or(r.Objects, r.File)} {
				if !slices.Contains(known, outcome) {
					return recorded{}, fmt.Errorf("%s: unknown outcome %q, expected one of %s", id, outcome, strings.Join(known, " "))
				}
			}
			if item.Releases == nil {
				item.Releases = all.releases
			}
			for _, release := range item.Releases {
				if all.runs[release] == nil {
					return recorded{}, fmt.Errorf("%s: the release %q is not among those of the file", id, release)
				}
				if _, twice := all.runs[release][id]; twice {
					return recorded{}, fmt.Errorf("%s: two records of the release %s", id, release)
				}
				all.runs[release][id] = r
			}
		}
	}
	return all, nil
}

// of returns what each release did with a case, and the differences of other ways of reading and of
// the results.
func (all recorded) of(id string, want *array, members []member) (outcomes map[string]string, details []detail) {
	outcomes = map[string]string{}
	for _, release := range all.releases {
		r, ok := all.runs[release][id]
		if !ok {
			continue // newer than the record
		}
		outcomes[release] = r.File
		d := r.detail(want, members)
		if reflect.ValueOf(d).IsZero() {
			continue
		}
		i := slices.IndexFunc(details, func(other detail) bool {
			other.Releases = nil
			return reflect.DeepEqual(other, d)
		})
		if i < 0 {
			i = len(details)
			details = append(details, d)
		}
		details[i].Releases = append(details[i].Releases, release)
	}
	return outcomes, details
}

// detail returns everything beyond File.
func (r run) detail(want *array, members []member) (d detail) {
	if r.Stream != r.File {
		d.Stream = r.Stream
	}
	if r.MMap != r.File {
		d.MMap = r.MMap
	}
	if r.Array != nil && !r.Array.is(want) {
		d.Array = r.Array
	}
	if r.Members != nil && (members == nil || !slices.EqualFunc(r.Members, members, readMember.is)) {
		d.Members = r.Members
	}
	d.Objects, d.StreamArray, d.MMapArray = r.Objects, r.StreamArray, r.MMapArray
	return d
}
