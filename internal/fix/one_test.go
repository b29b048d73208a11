package fix

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

func TestOne(t *testing.T) {
	for _, id := range strings.Fields(os.Getenv("IDS")) {
		for _, c := range corpus.Cases() {
			if c.ID != id {
				continue
			}
			b, _ := fs.ReadFile(corpus.FS, c.File)
			p, err := Make(context.Background(), Source{bytes.NewReader(b), int64(len(b)), c.File}, Options{Level: 1, ByteOrder: '<', Cut: true, Split: true, Drop: true, Rename: true})
			fmt.Println(c.ID, c.Rules, err, p.Format, len(p.Files), p.Rename)
			for _, f := range p.Mended {
				fmt.Println("   mended", f.Rule, f.Member, f.Message)
			}
			for _, f := range p.Left {
				fmt.Println("   left", f.Rule, f.Member, f.Message, "|", f.Why)
			}
		}
	}
}
