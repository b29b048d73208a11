package main

import (
	"context"
	"fmt"
	"os"

	"github.com/npycheck/npycheck/validator"
)

func main() {
	for _, n := range os.Args[1:] {
		r, err := validator.CheckFile(context.Background(), n, nil)
		if err != nil {
			fmt.Println(n, err)
			continue
		}
		if r.Incomplete != "" {
			fmt.Println(n, r.Incomplete)
		}
		for _, f := range r.Findings {
			if f.Rule != "pickle-present" {
				fmt.Println(n, f.Rule, f.Offset, f.Length, f.Message)
			}
		}
		for _, i := range r.Imports {
			if i.Tier == "unknown" || i.Tier == "dangerous" {
				fmt.Println(n, i)
			}
		}
	}
}
