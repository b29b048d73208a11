package process

// Limits bound what a process may use. 0 means no bound.
type Limits struct {
	Memory       int64 // resident bytes of a process and all that it started
	AddressSpace int64 // bytes, of each process
}

// tagName is the environment variable that identifies processes that left the process
// group.
const tagName = "NPYCHECK_CONFORM"
