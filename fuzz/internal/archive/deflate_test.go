package archive

import (
	"bytes"
	"compress/flate"
	"io"
	"testing"

	"github.com/npycheck/npycheck/fuzz/internal/choice"
)

// TestDeflate inflates streams of all kinds with Go's own package.
func TestDeflate(t *testing.T) {
	for i := range uint64(2000) {
		g := choice.Numbered(2, i)
		content := g.Bytes(g.N(1 << g.N(13)))
		for range g.N(5) {
			if len(content) > 0 {
				copy(content[g.N(len(content)):], content[g.N(len(content)):])
			}
		}
		if g.One(4) {
			content = bytes.Repeat(content, 1+g.N(200_000)/(1+len(content)))
		}
		src := bytes.NewReader(deflate(g, content))
		got, err := io.ReadAll(flate.NewReader(src))
		if err != nil || !bytes.Equal(got, content) || src.Len() > 0 {
			t.Fatalf("stream %d: %v; got %d bytes, want %d; %d bytes left", i, err, len(got), len(content), src.Len())
		}
	}
}
