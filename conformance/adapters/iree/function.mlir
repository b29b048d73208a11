// Returns its argument twice: once for its elements, and once for its type and shape.
func.func @twice(%a: !hal.buffer_view) -> (!hal.buffer_view, !hal.buffer_view) {
  return %a, %a : !hal.buffer_view, !hal.buffer_view
}
