package cases

// npzTolerated is an archive that readers may read: an array of doubles, and a second member with a fault.
func npzTolerated(importance Importance, flags, name string, a *Array) Case {
	return Case{
		Story: "conforming except that ", Duty: Either, Stage: "npz", Flags: flags, Features: "npz v1 float int 1d",
		Importance: importance, Twin: "npz/two", Members: []Content{{"a.npy", three}, {name, a}},
	}
}

// npzRefused is an archive that readers must reject: two arrays with a fault.
func npzRefused(importance Importance, stage string) Case {
	return Case{
		Story: "conforming except that ", Duty: Reject, Violates: true, Stage: stage, Features: "npz v1 float int 1d",
		Importance: importance, Twin: "npz/two",
	}
}
