package fuzz
import "github.com/npycheck/npycheck/spec"
func (g *Gen) Fault(spec.ID) (faulty, twin File, ok bool) { return File{}, File{}, false }
func Plantable() []spec.ID { return nil }
