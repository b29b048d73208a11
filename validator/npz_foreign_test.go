package validator

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// TestWithoutArrays covers archives that are something else, and ones that only have it beside an array.
func TestWithoutArrays(t *testing.T) {
	for _, test := range []struct {
		names, want string // names that end with .npy are arrays
	}{
		{"[Content_Types].xml _rels/.rels word/document.xml", ": it looks like a Word document (.docx)"},
		{"[Content_Types].xml xl/workbook.xml", ": it looks like an Excel workbook (.xlsx)"},
		{"[Content_Types].xml ppt/presentation.xml", ": it looks like a PowerPoint presentation (.pptx)"},
		{"META-INF/MANIFEST.MF a.class", ": it looks like a Java archive (.jar)"},
		{"[Content_Types].xml a.xml", ": it looks like a Microsoft Open Packaging file"},
		{"META-INF/MANIFEST.MF AndroidManifest.xml classes.dex", ": it looks like an Android package (.apk)"},
		{"archive/data.pkl archive/version archive/data/0", ": it looks like a PyTorch file (.pt)"},
		{"data.pkl version", ": it looks like a PyTorch file (.pt)"},
		{"data.pkl a", ""},
		{"metadata.json config.json model.weights.h5", ": it looks like a Keras model (.keras)"},
		{"mimetype content.xml", ": it looks like an OpenDocument file (.odt, .ods)"},
		{"mimetype META-INF/container.xml", ": it looks like a book (.epub)"},
		{"a/__init__.py a-1.dist-info/WHEEL", ": it looks like a Python wheel (.whl)"},
		{"model/saved_model.pb model/variables/a", ": it looks like a TensorFlow model"},
		{".zgroup a/.zarray a/0.0", ": it looks like a Zarr store"},
		{".zgroup a/0.0", ": it looks like a Zarr store"},
		{"a/.zarray a/0.0", ": it looks like a Zarr store"},
		{"a/zarr.json a/c/0", ": it looks like a Zarr store"},
		{"a.txt b.txt", ""},
		{"a.npy [Content_Types].xml word/document.xml", "-"},
		{"word.npy", "-"},
	} {
		var members []build.File
		for _, name := range strings.Fields(test.names) {
			content := []byte("text that is long enough\n")
			if strings.HasSuffix(name, ".npy") {
				content = plainFile
			}
			members = append(members, build.File{Name: name, Content: content})
		}
		b := build.Archive("", members...)
		for _, depth := range []Depth{Header, Structure, Full} {
			report := checkBytes(t, b, &Options{Depth: depth})
			k := slices.IndexFunc(report.Findings, func(f Finding) bool { return f.Rule.String() == "npz-no-array" })
			switch {
			case k < 0 && test.want == "-":
			case k < 0 || test.want == "-":
				t.Errorf("%s: got %v, want %q", test.names, ruleIDs(report), test.want)
			default:
				f := report.Findings[k]
				at := bytes.Index(b, []byte(build.SigCentral))
				if f.Member != NoMember || f.Offset != int64(at) || f.Length != int64(len(b)-22-at) || strings.TrimPrefix(f.Message, fmt.Sprintf("archive has %d members but no array", len(members))) != test.want {
					t.Errorf("%s: got %+v, want the directory at %d and %q", test.names, f, at, test.want)
				}
				if slices.Contains(ruleIDs(report), "npz-member-not-npy") {
					t.Errorf("%s: each member is reported too: %v", test.names, ruleIDs(report))
				}
			}
		}
	}
}
