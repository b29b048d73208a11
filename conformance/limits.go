package conformance

// limits bound what a process may take. 0 is no bound.
type limits struct {
	memory       int64 // bytes resident, of a process and all that it started
	addressSpace int64 // bytes, of each process
}

// tagName is the variable in the environment of an adapter by which the harness knows the
// processes again that left the group.
const tagName = "NPYCHECK_CONFORM"
