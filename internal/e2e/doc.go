// Package e2e has the tests that belong to no package alone: what imports what, and the agreement of
// specification, validator, corpus and command.
package e2e
