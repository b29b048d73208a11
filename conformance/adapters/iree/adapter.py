"""Reads and writes with IREE's iree-run-module, in a process for each file."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of

import ast
import subprocess
import sysconfig
import tempfile
from importlib.metadata import version

TYPES = {
    "|b1": "i1", "|i1": "si8", "<i2": "si16", "<i4": "si32", "<i8": "si64",
    "|u1": "ui8", "<u2": "ui16", "<u4": "ui32", "<u8": "ui64",
    "<f2": "f16", "<f4": "f32", "<f8": "f64", "<c8": "cf64", "<c16": "cf128",
}

PROGRAM = os.path.join(sysconfig.get_path("platlib"), "iree/_runtime_libs/iree-run-module")
OPTIONS = ("--device=local-sync", f"--module={sys.argv[1]}", "--function=same")

folder = tempfile.TemporaryDirectory()
ELEMENTS = os.path.join(folder.name, "elements.bin")
ARRAY = os.path.join(folder.name, "array.npy")


class Refusal(Exception):
    """The program ended with an error message."""


def run(source, output):
    command = [PROGRAM, *OPTIONS, f"--input={source}", f"--output={output}"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    if done.returncode < 0:
        sys.stderr.buffer.write(done.stderr)
        sys.stderr.flush()
        os.kill(os.getpid(), -done.returncode)
    if done.returncode > 0:
        raise Refusal(done.stderr.decode(errors="replace").split("; parsing")[0])


def read(path):
    run(f"@{path}", f"@{ARRAY}")


def describe(_):
    # The same program has written what it read, with a header of version 1.0.
    with open(ARRAY, "rb") as file:
        file.seek(8)
        header = ast.literal_eval(file.read(int.from_bytes(file.read(2), "little")).decode())
        return array_of(file.read(), header["shape"], header["descr"])


def build(request):
    name = TYPES.get(request["dtype"])
    if name is None or request["fortran_order"]:
        raise Unsupported(f"IREE doesn't write {request['dtype']}, or in Fortran order")
    return "".join(f"{extent}x" for extent in request["shape"]) + name, request["data"]


def write(path, array):
    if isinstance(array, dict):
        raise Unsupported("IREE has no archives")
    type_, elements = array
    with open(ELEMENTS, "wb") as file:
        file.write(elements)
    run(f"{type_}=@{ELEMENTS}", f"@{path}")


Library(
    name="iree",
    version=version("iree-base-runtime"),
    language="C",
    refusals=(Refusal,),
    features="npy v1 v2 v3 bool int int64 uint uint64 float16 float complex 0d 1d 2d nd empty long-header",
    read=read,
    describe=describe,
    build=build,
    write=write,
).run()
