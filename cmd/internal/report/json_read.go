package report

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/npycheck/npycheck/cmd/internal/fix/remedy"
	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator"
)

// UnmarshalJSON reads the object "file" of the schema, except its arrays, its imports and the details of its members.
// As JSON the file is written again as it was read, but for "ok". A report may come from anybody: text that isn't fit for a terminal
// is an error, unless it is shown quoted.
func (f *File) UnmarshalJSON(text []byte) error {
	// The verdict once had another name. In a string, the quotes would be escaped.
	if old := []byte(`"verdict":"unreadable"`); bytes.Contains(text, old) {
		text = bytes.Replace(text, old, []byte(`"verdict":"not-checked"`), 1)
	}
	var j fileJSON
	if err := json.Unmarshal(text, &j); err != nil {
		return err
	}
	*f = File{
		Path: j.Path, Stdin: j.Path == "-", Size: -1, Modified: j.Modified, ETag: j.ETag,
		Format: j.Format, Verdict: j.Verdict, members: int(j.Members),
		Omitted: j.Omitted, Known: j.Known, InEveryShard: j.InEveryShard, FixUnknown: j.FixUnknown, Load: j.Load, array: j.Array, json: inertJSON(text), saidOK: j.OK != nil && *j.OK,
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
	f.Findings = j.Findings
	for i := range f.Findings {
		found := &f.Findings[i]
		switch area := found.Rule.Rule().Area(); {
		case f.Format != validator.Npz, area == "zip", area == "npz":
		case found.Rule == spec.PrefixMagic && found.MemberName == "": // of an archive whose name is that of an array
		default: // also in a member without a name
			found.Base = validator.BaseContent
		}
	}
	return nil
}

// findingsJSON are read one by one, and no further than the first that isn't one: an empty object takes two bytes as
// JSON, and a hundred times as many in memory.
type findingsJSON []Finding

func (l *findingsJSON) UnmarshalJSON(text []byte) error {
	*l = nil
	return elements(text, func(d *json.Decoder) error {
		var j findingJSON
		if err := d.Decode(&j); err != nil {
			return err
		}
		found, err := j.finding()
		*l = append(*l, found)
		return err
	})
}

// omittedJSON are read like findingsJSON.
type omittedJSON []Omitted

func (l *omittedJSON) UnmarshalJSON(text []byte) error {
	*l = nil
	return elements(text, func(d *json.Decoder) error {
		var o Omitted
		if err := d.Decode(&o); err != nil {
			return err
		}
		if o.Rule == 0 || o.Severity == 0 || o.Count <= 0 || int64(o.Count) > maxCount {
			return errors.New("findings are omitted, but not which")
		}
		*l = append(*l, o)
		return nil
	})
}

// loadsJSON are read like findingsJSON.
type loadsJSON []validator.Load

func (l *loadsJSON) UnmarshalJSON(text []byte) error {
	*l = nil
	return elements(text, func(d *json.Decoder) error {
		var j loadJSON
		if err := d.Decode(&j); err != nil {
			return err
		}
		load, err := j.load()
		*l = append(*l, load)
		return err
	})
}

// countJSON is the number of elements of a list.
type countJSON int

func (n *countJSON) UnmarshalJSON(text []byte) error {
	*n = 0
	var element struct{}
	return elements(text, func(d *json.Decoder) error {
		*n++
		return d.Decode(&element)
	})
}

// elements reads each element of a list.
func elements(text []byte, read func(*json.Decoder) error) error {
	if string(text) == "[]" { // as most are
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(text))
	switch start, err := d.Token(); {
	case err != nil:
		return err
	case start == nil: // null
		return nil
	case start != json.Delim('['):
		return errors.New("there is something else instead of a list")
	}
	for d.More() {
		if err := read(d); err != nil {
			return err
		}
	}
	return nil
}

// maxCount is above every count in a report, and so far below that of an int64 that sums of them don't wrap.
const maxCount = 1 << 40

// inertJSON returns JSON in a form that is safe to show, as the JSON that we write is.
func inertJSON(s []byte) []byte {
	if slices.ContainsFunc(s, func(c byte) bool { return c < ' ' || c > '~' || c == '#' }) {
		return text.AppendJSON(nil, json.RawMessage(s))
	}
	return slices.Clone(s)
}

// withOK returns the object "file" with another value of "ok": npycheck merge has a policy of its own.
func withOK(text []byte, ok bool) []byte {
	var changed []byte
	copied := int64(0)
	d := json.NewDecoder(bytes.NewReader(text))
	d.Token() // the brace
	for d.More() {
		name, _ := d.Token()
		start := d.InputOffset()
		var value json.RawMessage
		if d.Decode(&value) != nil {
			break
		}
		if name, _ := name.(string); strings.EqualFold(name, "ok") { // as encoding/json takes names
			changed = strconv.AppendBool(append(append(changed, text[copied:start]...), ':'), ok)
			copied = d.InputOffset()
		}
	}
	return append(changed, text[copied:]...)
}

type fileJSON struct {
	Path         string            `json:"path"`
	PathBytes    []byte            `json:"path_base64"`
	Size         *int64            `json:"size"`
	Modified     time.Time         `json:"modified"`
	ETag         string            `json:"etag"`
	Format       validator.Format  `json:"format"`
	OK           *bool             `json:"ok"`
	Verdict      validator.Verdict `json:"verdict"`
	Array        *arrayJSON        `json:"array"`
	Members      countJSON         `json:"members"`
	Findings     findingsJSON      `json:"findings"`
	Omitted      omittedJSON       `json:"omitted"`
	Known        int               `json:"known"`
	Load         loadsJSON         `json:"load"`
	Error        string            `json:"error"`
	InEveryShard bool              `json:"in_every_shard"`
	FixUnknown   bool              `json:"fix_unknown"`
}

// valid returns an error for values that no report has.
func (j *fileJSON) valid() error {
	switch {
	case j.Path == "":
		return errors.New("it has no path")
	case j.OK == nil:
		return errors.New("nothing says whether it is ok")
	case !slices.Contains([]validator.Format{validator.Npy, validator.Npz, validator.Unknown}, j.Format):
		return fmt.Errorf("unknown format %s", validator.Quote(strconv.Quote(string(j.Format))))
	case !slices.Contains([]validator.Verdict{validator.Conforming, validator.Nonconforming, validator.NotChecked}, j.Verdict):
		return fmt.Errorf("unknown verdict %s", validator.Quote(strconv.Quote(string(j.Verdict))))
	case (j.Verdict == validator.NotChecked) != (j.Error != ""):
		return errors.New("only what was not checked has an error")
	case j.InEveryShard && j.Error == "":
		return errors.New("what every shard has was read by none")
	case !printable(j.Error):
		return errors.New("the error has characters that can't be printed")
	case j.Size != nil && *j.Size < 0 || j.Known < 0 || int64(j.Known) > maxCount:
		return errors.New("there is a negative number, or one that is too large")
	}
	return nil
}

func printable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return !strconv.IsPrint(r) }) < 0
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
	Array       int           `json:"array"`
	Import      string        `json:"import"`
	Fix         string        `json:"fix"`
	Remedy      bool          `json:"remedy"`
	Excerpt     struct {
		Offset int64  `json:"offset"`
		Bytes  string `json:"bytes"`
	} `json:"excerpt"`
}

// finding returns the finding, without what depends on the format of the file.
func (j *findingJSON) finding() (Finding, error) {
	found := Finding{Severity: j.Severity, Finding: validator.Finding{
		Rule: j.Rule, Message: j.Message, Offset: j.Offset, Length: j.Length, Pointer: j.Pointer,
		Array: j.Array, Member: validator.NoMember, MemberName: j.Member, Import: j.Import, Remedy: j.Remedy,
	}}
	fix, isCommand := remedy.ParseCommand(j.Fix)
	found.Fix = fix
	excerpt, err := hex.DecodeString(j.Excerpt.Bytes)
	switch {
	case j.Rule == 0 || j.Severity == 0:
		return found, errors.New("a finding has no rule or no severity")
	case !printable(j.Message) || !printable(j.Pointer):
		return found, errors.New("a finding has characters that can't be printed")
	case j.Offset < 0 || j.Length < 0 || j.Excerpt.Offset < 0 || j.Array < 0:
		return found, errors.New("a finding has a negative number")
	case j.Fix != "" && !isCommand:
		return found, errors.New("a finding is fixed with an unknown command")
	case err != nil || len(excerpt) > maxExcerpt:
		return found, fmt.Errorf("the bytes of a finding are not hexadecimal, or more than %d", maxExcerpt)
	}
	found.Excerpt = validator.Excerpt{Offset: j.Excerpt.Offset, Bytes: string(excerpt)}
	if j.MemberBytes != nil {
		found.MemberName = string(j.MemberBytes)
	}
	return found, nil
}

// maxExcerpt is the number of bytes that a [validator.Excerpt] has at most.
const maxExcerpt = 32

// loadJSON is how an array or a member is loaded, as JSON has it.
type loadJSON struct {
	Member    string `json:"member"`
	Arguments struct {
		AllowPickle   bool   `json:"allow_pickle"`
		Encoding      string `json:"encoding"`
		MaxHeaderSize int    `json:"max_header_size"`
	} `json:"arguments"`
	View    string   `json:"view"`
	Needs   []string `json:"needs"`
	Returns string   `json:"returns"`
	Fails   string   `json:"fails"`
	Unsafe  bool     `json:"unsafe"`
}

// load returns what the last line says about it.
func (j *loadJSON) load() (validator.Load, error) {
	l := validator.Load{
		Member: validator.NoMember, AllowPickle: j.Arguments.AllowPickle, Encoding: j.Arguments.Encoding, MaxHeaderSize: j.Arguments.MaxHeaderSize,
		View: j.View, Needs: j.Needs, Returns: j.Returns, Fails: j.Fails, Unsafe: j.Unsafe,
	}
	for _, text := range append([]string{j.Returns, j.Fails}, j.Needs...) {
		if !printable(text) {
			return l, errors.New("how it is loaded has characters that can't be printed")
		}
	}
	if l.Encoding != "" && l.Encoding != "latin1" || l.View != "" && l.View != "bfloat16" && l.View != ">bfloat16" || l.MaxHeaderSize < 0 || len(l.Needs) > maxNeeds {
		return l, errors.New("how it is loaded is not what npycheck says")
	}
	return l, nil
}

const maxNeeds = 10
