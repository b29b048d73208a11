package hunt

import "github.com/npycheck/npycheck/conformance"

// This stands until the folder is there.

type folder struct{}

func openFolder(string, conformance.Implementation) (*folder, error) { return &folder{}, nil }

func (f *folder) close() {}

func (h *hunter) resume() error { return nil }

func (h *hunter) save() error { return nil }

// keep writes a finding into the folder. The caller holds h.mu.
func (h *hunter) keep(*Finding) error { return nil }
