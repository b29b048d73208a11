package validator

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/internal/testing/build"
)

// limiting is a decompressor that finds that the data needs too much.
func limiting(*bufio.Reader, uint64, uint16) io.ReadCloser { return io.NopCloser(limited{}) }

type limited struct{}

func (limited) Read([]byte) (int, error) {
	return 0, DecompressorLimit("window too large: not checked")
}

// endlessStream yields zero bytes after a start, more than are read of what can't be judged.
func endlessStream(start []byte) io.Reader {
	return io.MultiReader(bytes.NewReader(start), io.LimitReader(endlessZeros{}, maxSurplus+1<<20))
}

type endlessZeros struct{}

func (endlessZeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// incompletes has every reason for which bytes that np.load would read are not looked at, how a file comes to it, and what
// the report says. Kind is the part of the reason that the source has.
var incompletes = []struct {
	kind   string
	depth  Depth // the shallowest at which it shows; it shows at deeper ones too
	stream func() io.Reader
	file   func(t *testing.T) []byte
	opt    Options
	want   string
}{
	{kind: "compressed by method %d, which is not decompressed: not checked", depth: Header, want: "member a.npy: compressed by method 98, which is not decompressed: not checked",
		file: packedBy(98)},
	{kind: "compressed by method %d, which is not decompressed: not checked", depth: Header, want: "member a.npy: compressed by method 14, which is not decompressed: not checked",
		file: packedBy(14)},
	{kind: "compressed by method %d, which is not decompressed: not checked", depth: Header, want: "member a.npy: compressed by method 93, which is not decompressed: not checked",
		file: packedBy(93)},
	{kind: "DecompressorLimit", depth: Header, want: "member a.npy: window too large: not checked",
		file: packedBy(14), opt: Options{Decompressors: map[uint16]Decompressor{14: limiting}}},
	{kind: "bzip2 blocks of versions before 0.9.5 are not decompressed", depth: Header, want: "member a.npy: bzip2 blocks of versions before 0.9.5 are not decompressed",
		file: func(*testing.T) []byte {
			stream := []byte("BZh9\x31\x41\x59\x26\x53\x59\x00\x00\x00\x00\x80" + zeros(40)) // the bit after the checksum
			return build.Archive("", build.File{Name: "a.npy", Content: plainFile, Packed: stream, Method: 12})
		}},
	{kind: "archive expands to more than %d bytes; not checked further: if trusted, write it again with deflate",
		depth: Full, want: fmt.Sprintf("member a.npy"+expanded, 67_407_112),
		file: func(*testing.T) []byte { return build.Archive("", bzippedMember("a.npy", 68_000_000)) }},
	{kind: "encrypted: not checked", depth: Header, want: "member a.npy: encrypted: not checked",
		file: func(*testing.T) []byte {
			return build.Archive("", build.File{Name: "a.npy", Content: []byte(strings.Repeat("?", 200)), Flags: 1})
		}},
	{kind: "HeaderLengthOverLimit", depth: Header, want: "header has 1999988 bytes, expected at most 1000",
		file: func(*testing.T) []byte { return npy(2, pad(1_999_947), "") }, opt: Options{MaxHeaderSize: 1000}},
	{kind: "HeaderNestingDepth", depth: Header, want: "brackets nested more than 200 deep",
		file: func(*testing.T) []byte {
			return npy(2, dict(strings.Repeat("[('a', ", 300)+"'<f8'"+strings.Repeat(")]", 300), "False", "()"), "")
		}},
	{kind: "DescrSizeOverflow", depth: Header, want: "descr '|S4294967299' is too large, expected at most 2147483647 bytes",
		file: func(*testing.T) []byte { return npy(1, dict("'|S4294967299'", "False", "()"), "") }},
	{kind: "DescrItemsizeOverflow", depth: Header, want: "fields add up to more than 2147483647 bytes per element",
		file: func(*testing.T) []byte {
			return npy(1, dict("[('a', '|S2147483647'), ('b', '|S2147483647')]", "False", "()"), "")
		}},
	{kind: "more marks on its stack than npycheck follows", depth: Structure, want: "pickle has more marks on its stack than npycheck follows at offset 16514; the rest was not checked",
		file: func(*testing.T) []byte { return payload(proto(3) + strings.Repeat("(", 1<<15)) }},
	{kind: "more on its stack than npycheck follows", depth: Structure, want: "pickle has more on its stack than npycheck follows at offset 82050; the rest was not checked",
		file: func(*testing.T) []byte { return payload(proto(3) + "N" + strings.Repeat("(NNNN", 1<<15)) }},
	{kind: "over %d bytes follow that can't be judged; the rest of the stream was not read", depth: Structure,
		want:   "over 67108864 bytes follow that can't be judged; the rest of the stream was not read",
		stream: func() io.Reader { return endlessStream(plainFile) }},
	{kind: "over %d bytes follow that can't be judged; the rest of the stream was not read", depth: Structure,
		want:   "over 67108864 bytes follow that can't be judged; the rest of the stream was not read",
		stream: func() io.Reader { return endlessStream(object1("N")) }},
	{kind: "a zip archive follows, which a second np.load from the open file would open: not checked", depth: Structure,
		want: "a zip archive follows, which a second np.load from the open file would open: not checked",
		file: func(*testing.T) []byte {
			return append(bytes.Clone(plainFile), build.Archive("", build.File{Name: "a.npy", Content: plainFile})...)
		}},
	{kind: "archive from a stream has more than %d bytes and was not checked", depth: Header,
		want: "archive from a stream has more than 100 bytes and was not checked",
		stream: func() io.Reader {
			return bytes.NewReader(build.Archive("", build.File{Name: "a.npy", Content: plainFile}))
		},
		opt: Options{MaxSpool: 100}},
	{kind: "archive has more than %d members; the rest was not checked", depth: Header, want: "archive has more than 2 members; the rest was not checked",
		file: func(*testing.T) []byte {
			return build.Archive("", repeat(3, func(i int) build.File { return build.File{Name: fmt.Sprintf("%d.npy", i), Content: plainFile} })...)
		}, opt: Options{MaxMembers: 2}},
	{kind: "names of the members exceed %d bytes; the rest was not checked", depth: Header, want: "names of the members exceed 8388608 bytes; the rest was not checked",
		file: func(*testing.T) []byte {
			return build.Archive("", repeat(150, func(i int) build.File {
				return build.File{Name: fmt.Sprintf("%06d", i) + strings.Repeat("n", 65_000), Content: plainFile}
			})...)
		}},
	{kind: "more than %d arrays follow each other; the rest were not checked", depth: Header, want: "more than 2 arrays follow each other; the rest were not checked",
		file: func(*testing.T) []byte { return bytes.Repeat(plainFile, 3) }, opt: Options{MaxMembers: 2}},
	{kind: "dtypes of the arrays take more than %d bytes; the rest are not listed", depth: Header, want: "dtypes of the arrays take more than 8388608 bytes; the rest are not listed",
		file: func(*testing.T) []byte { return bytes.Repeat(manyFields(), 20) }},
	{kind: "members share so many bytes that not all of them were checked", depth: Header, want: "members share so many bytes that not all of them were checked",
		file: func(*testing.T) []byte {
			content := npy(1, dict("'|u1'", "False", "(1000000,)"), zeros(1_000_000))
			return build.Archive("", repeat(20, func(i int) build.File { return build.File{Name: "a.npy", Content: content, Same: i > 0} })...)
		}},
	{kind: "dtypes of the members take more than %d bytes; the rest are not listed", depth: Header, want: "dtypes of the members take more than 8388608 bytes; the rest are not listed",
		file: func(*testing.T) []byte {
			content := manyFields()
			return build.Archive("", repeat(20, func(i int) build.File { return build.File{Name: fmt.Sprintf("%d.npy", i), Content: content} })...)
		}},
}

// manyFields returns a file whose dtype has 5,000 fields.
func manyFields() []byte {
	fields := make([]string, 5000)
	for i := range fields {
		fields[i] = fmt.Sprintf("('%d', '|V0')", i)
	}
	return npy(2, dict("["+strings.Join(fields, ", ")+"]", "False", "(0,)"), "")
}

// packedBy returns an archive whose only member is compressed by a method.
func packedBy(method uint16) func(*testing.T) []byte {
	return func(*testing.T) []byte {
		return build.Archive("", build.File{Name: "a.npy", Content: plainFile, Packed: []byte("whatever"), Method: method})
	}
}

// TestIncomplete covers a file for each reason: neither conforming nor nonconforming, at every depth at which it shows.
func TestIncomplete(t *testing.T) {
	for _, test := range incompletes {
		var file []byte
		if test.file != nil {
			file = test.file(t)
		}
		for depth := test.depth; depth <= Full; depth++ {
			opt := test.opt
			opt.Depth = depth
			var report *Report
			if test.stream != nil {
				var err error
				if report, err = CheckStream(context.Background(), test.stream(), &opt); err != nil {
					t.Fatal(err)
				}
			} else {
				report = checkBytes(t, file, &opt)
			}
			if report.Incomplete != test.want || report.Verdict() != NotChecked {
				t.Errorf("%s at depth %v: got %q, %s, want %q", test.kind, depth, report.Incomplete, report.Verdict(), test.want)
			}
		}
	}
}

// TestIncompleteIsComplete reads the source: each reason that it can give is in the table.
func TestIncompleteIsComplete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	inner, err := filepath.Glob("internal/*/*.go")
	if err != nil {
		t.Fatal(err)
	}
	reasons := map[string]bool{}
	for _, name := range append(files, inner...) {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if s, ok := n.Lhs[0].(*ast.SelectorExpr); ok && strings.EqualFold(s.Sel.Name, "incomplete") {
					addReasons(reasons, n)
				}
			case *ast.CallExpr:
				if slices.Contains([]string{"unseen", "giveUp", "DecompressorLimit", "Limit"}, calledName(n)) {
					addReasons(reasons, n)
				}
			case *ast.FuncDecl:
				if n.Name.Name == "overLimit" || n.Name.Name == "limited" {
					addReasons(reasons, n)
				}
			}
			return true
		})
	}
	if len(reasons) < 10 {
		t.Errorf("got only %d reasons: %v", len(reasons), reasons)
	}
	for _, test := range incompletes {
		delete(reasons, test.kind)
	}
	for reason := range reasons {
		t.Errorf("no row of the table has the reason %q", reason)
	}
}

func calledName(call *ast.CallExpr) string {
	switch f := call.Fun.(type) {
	case *ast.SelectorExpr:
		return f.Sel.Name
	case *ast.Ident:
		return f.Name
	}
	return ""
}

// addReasons adds the texts in a node, and the rules that it names.
func addReasons(reasons map[string]bool, n ast.Node) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BasicLit:
			if text, err := strconv.Unquote(n.Value); err == nil && n.Kind == token.STRING && text != "" && text != "%s" && text != "member %s: %s" {
				reasons[text] = true
			}
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok && pkg.Name == "spec" && n.Sel.Name != "ID" {
				reasons[n.Sel.Name] = true
			}
		}
		return true
	})
}
