//go:build live

// Package deploy tests the recipes of this folder.
package deploy

import (
	"testing"

	"github.com/npycheck/npycheck/internal/testing/live"
)

func TestKubernetes(t *testing.T) { live.Run(t, "cmd/npycheck/deploy/testdata/kubernetes/test") }
func TestImage(t *testing.T)      { live.Run(t, "cmd/npycheck/deploy/testdata/container") }
func TestSlurm(t *testing.T)      { live.Run(t, "cmd/npycheck/deploy/testdata/slurm") }

// TestParallelDaskRay compares the reports of three engines with that of one check.
func TestParallelDaskRay(t *testing.T) { live.Run(t, "cmd/npycheck/deploy/testdata/engines") }
