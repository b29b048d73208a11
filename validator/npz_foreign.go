package validator

import (
	"slices"
	"strings"

	"github.com/npycheck/npycheck/internal/text"
	"github.com/npycheck/npycheck/spec"
	"github.com/npycheck/npycheck/validator/internal/finding"
	"github.com/npycheck/npycheck/validator/internal/zip"
)

// foreignArchive is another format based on zip, recognised by the names of members that it always has.
type foreignArchive struct {
	name  string
	marks []string // a leading or trailing * stands for any characters
}

// foreignArchives lists specific formats before general ones.
var foreignArchives = [...]foreignArchive{
	{"a Word document (.docx)", []string{"[Content_Types].xml", "word/*"}},
	{"an Excel workbook (.xlsx)", []string{"[Content_Types].xml", "xl/*"}},
	{"a PowerPoint presentation (.pptx)", []string{"[Content_Types].xml", "ppt/*"}},
	{"a Microsoft Open Packaging file", []string{"[Content_Types].xml"}},
	{"an Android package (.apk)", []string{"AndroidManifest.xml"}},
	{"a book (.epub)", []string{"mimetype", "META-INF/container.xml"}},
	{"an OpenDocument file (.odt, .ods)", []string{"mimetype", "content.xml"}},
	{"a Java archive (.jar)", []string{"META-INF/MANIFEST.MF"}},
	{"a PyTorch file (.pt)", []string{"*/data.pkl", "*/version"}},
	{"a PyTorch file (.pt)", []string{"data.pkl", "version"}},
	{"a Keras model (.keras)", []string{"metadata.json", "config.json"}},
	{"a Python wheel (.whl)", []string{"*.dist-info/WHEEL"}},
	{"a TensorFlow model", []string{"*saved_model.pb"}},
	{"a Zarr store", []string{"*.zarray"}},
	{"a Zarr store", []string{"*.zgroup"}},
	{"a Zarr store", []string{"*zarr.json"}},
}

// foreign returns what an archive with the given members looks like, or "".
func foreign(members []Member) string {
	for _, f := range foreignArchives {
		if !slices.ContainsFunc(f.marks, func(mark string) bool {
			return !slices.ContainsFunc(members, func(m Member) bool { return matches(m.Name, mark) })
		}) {
			return f.name
		}
	}
	return ""
}

func matches(name, mark string) bool {
	if end, ok := strings.CutPrefix(mark, "*"); ok {
		return strings.HasSuffix(name, end)
	}
	if start, ok := strings.CutSuffix(mark, "*"); ok {
		return strings.HasPrefix(name, start)
	}
	return name == mark
}

// noArrays reports an archive that has members but none that could be an array (clause npz-5.2).
func noArrays(a *zip.Archive, members []Member, faults *finding.List) {
	what := ""
	if f := foreign(members); f != "" {
		what = ": it looks like " + f
	}
	faults.Addf(spec.NpzNoArray, a.Directory, a.Limit-a.Directory, "", "archive has %s but no array%s", text.Count(int64(len(members)), "member"), what)
}
