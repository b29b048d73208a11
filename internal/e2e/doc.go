// Package e2e has the tests that belong to no package alone: the structure of the module, and what specification,
// validator, corpus and command have to agree on.
package e2e
