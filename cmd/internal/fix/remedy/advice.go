// Package remedy words what npycheck fix does: about a rule, and about a finding in its file.
package remedy

import "github.com/npycheck/npycheck/spec"

// Advice says in sentences what npycheck fix does about the findings of a rule.
func Advice(r spec.Rule) string {
	note, command := r.Fix, "npycheck fix"
	const plan = " --check FILE says whether it does."
	if r.Level.Severity() == spec.Note && note.Way != spec.FixIfAsked {
		command += " --level note"
	}
	asked := "npycheck fix" + FixOf(note.Flag).Flags()
	switch {
	case note.Way == spec.FixNever:
		return "npycheck fix leaves it: " + note.Why + "."
	case note.Way == spec.FixIfAsked:
		return asked + " FILE can fix it; without the flag it stays, since " + note.Why + ". " + asked + plan
	case note.Flag == "--byte-order":
		return asked + " FILE can fix it; without the flag it stays, unless each part of the type is a single byte. " + asked + plan
	case note.Flag != "":
		return command + " FILE can fix it " + note.Why + "; " + note.Flag + " asks for it otherwise. " + command + plan
	case note.Conditional():
		return command + " FILE can fix it " + note.Why + ". " + command + plan
	}
	return command + " FILE fixes it, unless something else in the file leaves the array in doubt."
}
