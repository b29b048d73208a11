//go:build !linux

package process

// ownUse knows nothing: only the clock decides whether a process hangs.
func (p *Process) ownUse() (use, bool) { return use{}, false }

// allUse knows as little.
func (p *Process) allUse() (use, bool) { return use{}, false }
