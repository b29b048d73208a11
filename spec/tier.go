package spec

// Tier is how far an import of a pickle is trusted (clause npy-8.8).
type Tier string

// The tiers. Only imports of the first two may be called, and only as NumPy and Python call them.
const (
	TierNumPy     Tier = "numpy"     // NumPy's own constructors and types
	TierStdlib    Tier = "stdlib"    // Python types whose construction has no side effects
	TierUnknown   Tier = "unknown"   // everything else
	TierDangerous Tier = "dangerous" // known to run code or to access the system
)
