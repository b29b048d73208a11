package cases

import . "github.com/npycheck/npycheck/corpus/internal/build"

// npzInts is the array of the second member.
var npzInts = &Array{DType: "<i2", Shape: dims(2), Data: I2(1, -2), Values: values(1, -2)}

// npzDoublesFile and npzIntsFile are the .npy files of the two members that most archives have.
func npzDoublesFile() []byte { return Npy1(plain, three.Data) }

func npzIntsFile() []byte { return Npy1(Dict("'<i2'", "False", "(2,)"), npzInts.Data) }

// npzWith is an archive of an array a, and of a second member with the given name and content.
func npzWith(name string, content []byte) []byte {
	return Zip(Stored("a.npy", npzDoublesFile()), Stored(name, content))
}

// npzAccepted is an archive that readers must read: an array of doubles.
func npzAccepted(importance Importance) Case {
	return Case{
		Story: "conforming: ", Duty: Accept, Stage: "npz", Features: "npz v1 float 1d", Importance: importance,
		Members: []Content{{"a.npy", three}},
	}
}
