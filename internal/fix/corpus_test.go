package fix

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"github.com/npycheck/npycheck/corpus"
)

func TestSurvey(t *testing.T) {
	out := map[string][]string{}
	for _, c := range corpus.Cases() {
		if os.Getenv("ONE") != "" && !strings.Contains(c.ID, os.Getenv("ONE")) {
			continue
		}
		b, err := fs.ReadFile(corpus.FS, c.File)
		if err != nil {
			t.Fatal(err)
		}
		if len(c.Rules) == 0 {
			continue
		}
		p, err := Make(context.Background(), Source{bytes.NewReader(b), int64(len(b)), c.File}, Options{Level: 1, ByteOrder: '<', Cut: true, Split: true, Drop: true, Rename: true})
		if err != nil {
			t.Error(c.ID, err)
			continue
		}
		state := "left"
		if p.Changes() {
			state = "mended"
		}
		for i, n := range p.Files {
			path := filepath.Join(t.TempDir(), "x.npy")
			os.WriteFile(path, b, 0o644)
			info, _ := os.Stat(path)
			if err := n.Write(context.Background(), Target{Path: path, Like: info, Ready: func() error { return nil }}); err != nil {
				state = fmt.Sprint("FAILED ", err)
			}
			_ = i
		}
		why := ""
		if state == "left" {
			for _, l := range p.Left {
				why += l.Rule.String() + ": " + l.Why + "; "
			}
		}
		p.Close()
		for _, r := range c.Rules {
			out[r] = append(out[r], state+" "+c.ID+" "+why)
		}
	}
	var rules []string
	for r := range out {
		rules = append(rules, r)
	}
	sort.Strings(rules)
	for _, r := range rules {
		n := map[string]int{}
		for _, s := range out[r] {
			n[strings.Fields(s)[0]]++
		}
		fmt.Println(r, n)
		for i, s := range out[r] {
			if (strings.HasPrefix(s, "FAILED") || os.Getenv("V") != "") && i < 100 {
				fmt.Println("    ", s)
			}
		}
	}
}
