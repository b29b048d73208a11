// Package e2e has the tests that belong to no package alone: the structure of the module, and the agreement of
// specification, validator, corpus and command.
package e2e
