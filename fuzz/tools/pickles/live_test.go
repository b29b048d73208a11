//go:build live

package main

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

// TestCampaign is a short campaign.
func TestCampaign(t *testing.T) {
	live.Run(t, "go", "run", "./fuzz/tools/pickles",
		"-environments", live.NumPy(t), "-count", "2000", "-seed", "1", "-out", live.Cache(t, "pickle-campaign"))
}
