// Returns its argument.
func.func @same(%a: !hal.buffer_view) -> !hal.buffer_view {
  return %a : !hal.buffer_view
}
