(* An adapter for npy-ocaml:

     ocamlfind ocamlopt -package npy -linkpkg npy_ocaml.ml -o npy_ocaml
     npycheck conform --unsupported npz -- ./npy_ocaml *)
open Bigarray

let dtype : type a b. (a, b) kind -> string = function
  | Int8_signed -> "|i1" | Int8_unsigned -> "|u1" | Char -> "|S1" | Int16_signed -> "<i2" | Int16_unsigned -> "<u2"
  | Int32 -> "<i4" | Int64 -> "<i8" | Int -> "<i8" | Nativeint -> "<i8"
  | Float32 -> "<f4" | Float64 -> "<f8" | Complex32 -> "<c8" | Complex64 -> "<c16"

let float32 out x = Buffer.add_int32_le out (Int32.bits_of_float x)
let float64 out x = Buffer.add_int64_le out (Int64.bits_of_float x)

let element : type a b. Buffer.t -> (a, b) kind -> a -> unit = fun out kind x ->
  match kind with
  | Int8_signed -> Buffer.add_int8 out x
  | Int8_unsigned -> Buffer.add_uint8 out x
  | Char -> Buffer.add_char out x
  | Int16_signed -> Buffer.add_int16_le out x
  | Int16_unsigned -> Buffer.add_uint16_le out x
  | Int32 -> Buffer.add_int32_le out x
  | Int64 -> Buffer.add_int64_le out x
  | Int -> Buffer.add_int64_le out (Int64.of_int x)
  | Nativeint -> Buffer.add_int64_le out (Int64.of_nativeint x)
  | Float32 -> float32 out x
  | Float64 -> float64 out x
  | Complex32 -> float32 out x.re; float32 out x.im
  | Complex64 -> float64 out x.re; float64 out x.im

(* The elements in C order. Indices begin with first. *)
let elements (type a b c) out (array : (a, b, c) Genarray.t) first =
  let dims = Genarray.dims array in
  let index = Array.make (Array.length dims) first in
  let rec walk axis =
    if axis = Array.length dims then element out (Genarray.kind array) (Genarray.get array index)
    else
      for i = 0 to dims.(axis) - 1 do
        index.(axis) <- first + i;
        walk (axis + 1)
      done
  in
  walk 0

let print (type a b c) (array : (a, b, c) Genarray.t) =
  let out = Buffer.create 64 in
  (match Genarray.layout array with C_layout -> elements out array 0 | Fortran_layout -> elements out array 1);
  let shape = Genarray.dims array |> Array.to_list |> List.map string_of_int |> String.concat "," in
  Printf.printf {|{"dtype":"%s","shape":[%s],"data":"|} (dtype (Genarray.kind array)) shape;
  Buffer.to_seq out |> Seq.iter (fun c -> Printf.printf "%02x" (Char.code c));
  print_endline {|"}|}

let () =
  match Npy.read_copy Sys.argv.(Array.length Sys.argv - 1) with
  | Npy.P array -> print array
  | exception Npy.Read_error message -> prerr_endline message; exit 1
