package main

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// cause is what failures that likely have one cause have in common.
func (c *campaign) cause(f *failure, of *file) string {
	seen := make(map[string]bool)
	for _, res := range f.results {
		seen[res.Outcome+" in "+res.Stage+" "+strings.Fields(digits.ReplaceAllString(res.What, "#") + " -")[0]] = true
	}
	mutations := slices.Compact(slices.Sorted(slices.Values(of.mutations)))
	return strings.Join(slices.Sorted(maps.Keys(seen)), ", ") + " | " + strings.Join(mutations, ", ") + of.name
}

// keepFailures writes each failed file, smallest first, and a list of them by cause.
func (c *campaign) keepFailures() error {
	type kept struct {
		*failure
		*file
	}
	causes := make(map[string][]kept)
	for number, f := range c.figures.failures {
		of, err := c.file(number)
		if err != nil {
			return err
		}
		causes[c.cause(f, of)] = append(causes[c.cause(f, of)], kept{f, of})
	}
	var list strings.Builder
	const examples = 3
	shrunk := 0
	order := slices.SortedFunc(maps.Keys(causes), func(a, b string) int {
		return cmp.Or(cmp.Compare(len(causes[b]), len(causes[a])), strings.Compare(a, b))
	})
	for _, cause := range order {
		files := causes[cause]
		slices.SortFunc(files, func(a, b kept) int {
			return cmp.Or(cmp.Compare(len(a.content), len(b.content)), a.file.number-b.file.number)
		})
		fmt.Fprintf(&list, "%d files: %s\n", len(files), cause)
		if files[0].name == "" && shrunk < c.shrinks {
			shrunk++
			content := c.shrink(files[0].failure)
			name := fmt.Sprintf("%d-%06d-small.npy", c.seed, files[0].failure.number)
			if err := os.WriteFile(filepath.Join(c.out, name), content, 0o666); err != nil {
				return err
			}
			fmt.Fprintf(&list, "\t%s, %d bytes: %s\n", name, len(content), hex.EncodeToString(content[:min(len(content), 2048)]))
		}
		for _, k := range files[:min(examples, len(files))] {
			name := k.name
			if name == "" {
				name = fmt.Sprintf("%d-%06d.npy", c.seed, k.file.number)
			}
			if err := os.WriteFile(filepath.Join(c.out, name), k.content, 0o666); err != nil {
				return err
			}
			text, err := json.Marshal(k.results)
			if err != nil {
				return err
			}
			fmt.Fprintf(&list, "\t%s, %d bytes: %s\n", name, len(k.content), text)
		}
	}
	return os.WriteFile(filepath.Join(c.out, "failures.txt"), []byte(list.String()), 0o666)
}
