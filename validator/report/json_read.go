package report

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// UnmarshalJSON reads the object "file" of the schema, but for its array, its imports and what it says of its members.
// As JSON the file is written again as it was read. A report may come from anybody: what isn't fit for a terminal is
// an error, unless it is shown in quotes.
func (f *File) UnmarshalJSON(text []byte) error {
	var j fileJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*f = File{
		Path: j.Path, Stdin: j.Path == "-", Size: -1, Modified: j.Modified, ETag: j.ETag,
		Format: j.Format, Verdict: j.Verdict, Members: make([]validator.Member, len(j.Members)),
		Omitted: j.Omitted, Known: j.Known, InEveryShard: j.InEveryShard, array: j.Array, json: inertJSON(text),
	}
	if j.PathBytes != nil {
		f.Path = string(j.PathBytes)
	}
	if j.Size != nil {
		f.Size = *j.Size
	}
	if j.Error != "" {
		f.Err = toldError(j.Error)
	}
	if err := j.valid(); err != nil {
		return err
	}
	for i := range j.Findings {
		found, err := j.Findings[i].finding(f.Format)
		if err != nil {
			return err
		}
		f.Findings = append(f.Findings, found)
	}
	return nil
}

// inertJSON returns JSON as it is safe to show, which the one that we wrote is.
func inertJSON(text []byte) []byte {
	if slices.ContainsFunc(text, func(c byte) bool { return c < ' ' || c > '~' || c == '#' }) {
		return AppendJSON(nil, json.RawMessage(text))
	}
	return slices.Clone(text)
}

// toldError is the error of a file in a report, as ErrorText returned it.
type toldError string

func (e toldError) Error() string { return string(e) }

type fileJSON struct {
	Path         string            `json:"path"`
	PathBytes    []byte            `json:"path_base64"`
	Size         *int64            `json:"size"`
	Modified     time.Time         `json:"modified"`
	ETag         string            `json:"etag"`
	Format       validator.Format  `json:"format"`
	Verdict      validator.Verdict `json:"verdict"`
	Array        *arrayJSON        `json:"array"`
	Members      []struct{}        `json:"members"`
	Findings     []findingJSON     `json:"findings"`
	Omitted      []Omitted         `json:"omitted"`
	Known        int               `json:"known"`
	Error        string            `json:"error"`
	InEveryShard bool              `json:"in_every_shard"`
}

// valid returns an error for what no report says.
func (j *fileJSON) valid() error {
	switch {
	case j.Path == "":
		return errors.New("it has no path")
	case !slices.Contains([]validator.Format{validator.Npy, validator.Npz, validator.Unknown}, j.Format):
		return fmt.Errorf("unknown format %s", validator.Quote(strconv.Quote(string(j.Format))))
	case !slices.Contains([]validator.Verdict{validator.Conforming, validator.Nonconforming, validator.Unreadable}, j.Verdict):
		return fmt.Errorf("unknown verdict %s", validator.Quote(strconv.Quote(string(j.Verdict))))
	case (j.Verdict == validator.Unreadable) != (j.Error != ""):
		return errors.New("only what is unreadable has an error")
	case j.InEveryShard && j.Error == "":
		return errors.New("what every shard has was read by none")
	case !printable(j.Error):
		return errors.New("the error has characters that can't be printed")
	case j.Size != nil && *j.Size < 0 || j.Known < 0:
		return errors.New("there is a negative number")
	}
	for _, o := range j.Omitted {
		if o.Rule == 0 || o.Severity == 0 || o.Count <= 0 {
			return errors.New("findings are omitted, but not which")
		}
	}
	return nil
}

func printable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !unicode.IsPrint(r) }) < 0
}

// arrayJSON is of an array what formats other than JSON show.
type arrayJSON struct {
	DType string  `json:"dtype"`
	Shape []int64 `json:"shape"`
}

type findingJSON struct {
	Rule        spec.ID       `json:"rule"`
	Severity    spec.Severity `json:"severity"`
	Message     string        `json:"message"`
	Offset      int64         `json:"offset"`
	Length      int64         `json:"length"`
	Pointer     string        `json:"pointer"`
	Member      string        `json:"member"`
	MemberBytes []byte        `json:"member_base64"`
	Excerpt     struct {
		Offset int64  `json:"offset"`
		Bytes  string `json:"bytes"`
	} `json:"excerpt"`
}

// finding returns the finding of a file with that format.
func (j *findingJSON) finding(format validator.Format) (Finding, error) {
	found := Finding{Severity: j.Severity, Finding: validator.Finding{
		Rule: j.Rule, Message: j.Message, Offset: j.Offset, Length: j.Length, Pointer: j.Pointer,
		Member: validator.NoMember, MemberName: j.Member,
	}}
	excerpt, err := hex.DecodeString(j.Excerpt.Bytes)
	switch {
	case j.Rule == 0 || j.Severity == 0:
		return found, errors.New("a finding has no rule or no severity")
	case !printable(j.Message) || !printable(j.Pointer):
		return found, errors.New("a finding has characters that can't be printed")
	case j.Offset < 0 || j.Length < 0 || j.Excerpt.Offset < 0:
		return found, errors.New("a finding has a negative number")
	case err != nil || len(excerpt) > maxExcerpt:
		return found, fmt.Errorf("the bytes of a finding are not hexadecimal, or more than %d", maxExcerpt)
	}
	found.Excerpt = validator.Excerpt{Offset: j.Excerpt.Offset, Bytes: string(excerpt)}
	if j.MemberBytes != nil {
		found.MemberName = string(j.MemberBytes)
	}
	switch area := j.Rule.Rule().Area(); {
	case format != validator.Npz, area == "zip", area == "npz":
	case j.Rule == spec.PrefixMagic && found.MemberName == "": // of an archive whose name is that of an array
	default: // also in a member without a name
		found.Base = validator.BaseContent
	}
	return found, nil
}

// maxExcerpt is the number of bytes that a [validator.Excerpt] has at most.
const maxExcerpt = 32
