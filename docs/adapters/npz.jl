# An adapter for NPZ.jl:
#
#   npycheck conform --timeout 30s --unsupported 0d -- julia --project=. --startup-file=no npz.jl
using NPZ

const NAMES = Dict(Bool => "|b1", Int8 => "|i1", UInt8 => "|u1", Int16 => "<i2", UInt16 => "<u2", Int32 => "<i4", UInt32 => "<u4",
    Int64 => "<i8", UInt64 => "<u8", Float16 => "<f2", Float32 => "<f4", Float64 => "<f8", ComplexF32 => "<c8", ComplexF64 => "<c16")

described(x::Number) = described(fill(x))
function described(a::AbstractArray)
    rows = permutedims(a, ndims(a):-1:1) # in C order
    bytes = reinterpret(UInt8, vec(collect(rows)))
    "{\"dtype\":\"$(NAMES[eltype(a)])\",\"shape\":[$(join(size(a), ","))],\"data\":\"$(bytes2hex(collect(bytes)))\"}"
end
described(members::Dict) = "{\"members\":{" * join(("$(repr(key)):$(described(a))" for (key, a) in members), ",") * "}}"

loaded = try
    npzread(ARGS[end])
catch problem
    println(stderr, sprint(showerror, problem))
    exit(1)
end
println(described(loaded))
