"""Reads and writes with IREE's iree-run-module, in a process for each file."""

import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "../protocol/python"))
from adapter import Library, Unsupported, array_of

import re
import subprocess
import sysconfig
import tempfile
from importlib.metadata import version

DTYPES = {
    "i1": "|b1", "si8": "|i1", "si16": "<i2", "si32": "<i4", "si64": "<i8",
    "ui8": "|u1", "ui16": "<u2", "ui32": "<u4", "ui64": "<u8",
    "f16": "<f2", "f32": "<f4", "f64": "<f8", "cf64": "<c8", "cf128": "<c16",
}
NAMES = {dtype: name for name, dtype in DTYPES.items()}
TYPE = re.compile(r"^((?:\d+x)*)(\w+)=", re.MULTILINE)

PROGRAM = os.path.join(sysconfig.get_path("platlib"), "iree/_runtime_libs/iree-run-module")
OPTIONS = ("--device=local-sync", f"--module={sys.argv[1]}", "--function=twice", "--output_max_element_count=1")

folder = tempfile.TemporaryDirectory()
ELEMENTS = os.path.join(folder.name, "elements.bin")


class Refusal(Exception):
    """The program ended with an error message."""


def run(source, *outputs):
    command = [PROGRAM, *OPTIONS, f"--input={source}", *(f"--output={output}" for output in outputs)]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True)
    if done.returncode < 0:
        sys.stderr.buffer.write(done.stderr)
        sys.stderr.flush()
        os.kill(os.getpid(), -done.returncode)
    if done.returncode > 0:
        raise Refusal(done.stderr.decode(errors="replace").split("; parsing")[0])
    return done.stdout.decode()


def read(path):
    return run(f"@{path}", f"@{ELEMENTS}", "-")


def describe(text):
    extents, name = TYPE.search(text).groups()
    with open(ELEMENTS, "rb") as file:
        return array_of(file.read(), [int(extent) for extent in extents.split("x")[:-1]], DTYPES[name])


def build(request):
    name = NAMES.get(request["dtype"])
    if name is None or request["fortran_order"]:
        raise Unsupported(f"IREE doesn't write {request['dtype']}, or in Fortran order")
    return "".join(f"{extent}x" for extent in request["shape"]) + name, request["data"]


def write(path, array):
    if isinstance(array, dict):
        raise Unsupported("IREE has no archives")
    type_, elements = array
    with open(ELEMENTS, "wb") as file:
        file.write(elements)
    run(f"{type_}=@{ELEMENTS}", f"@{path}", "")


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
