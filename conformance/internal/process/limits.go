package process

// Limits bound what a process may take. 0 is no bound.
type Limits struct {
	Memory       int64 // bytes resident, of a process and all that it started
	AddressSpace int64 // bytes, of each process
}

// tagName is the variable in the environment of a process by which those are known again that left its
// group.
const tagName = "NPYCHECK_CONFORM"
