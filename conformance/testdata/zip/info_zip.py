#!/usr/bin/env python3
"""Makes Info-ZIP write and read archives.

usage: info_zip.py write|read DIR

It writes DIR/writers/info-zip-*.npz, or DIR/read/unzip.jsonl with one object for each archive below DIR:
the names that unzip prints, and the bytes of all members together.
"""

import concurrent.futures
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import zlib


def npy(count):
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % count
    data = b"".join(struct.pack("<d", i) for i in range(count))
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", 118) + text.ljust(117) + b"\n" + data


def write(root):
    out = os.path.abspath(os.path.join(root, "writers"))
    with tempfile.TemporaryDirectory() as temporary:

        def run(name, *arguments, **options):
            target = os.path.join(out, "info-zip-%s.npz" % name)
            subprocess.run(["zip", "-q", *(target if a == "OUT" else a for a in arguments)], cwd=temporary, check=True, **options)
            return target

        for i, name in enumerate(["a.npy", "b.npy", "\u65e5\u672c.npy"]):
            with open(os.path.join(temporary, name), "wb") as f:
                f.write(npy(1000 * i))
        members = ["a.npy", "b.npy"]
        run("stored", "-0", "OUT", *members)
        run("deflated", "-9", "OUT", *members)
        run("unicode", "OUT", "\u65e5\u672c.npy", env=dict(os.environ, LC_ALL="C.UTF-8"))
        run("no-extras", "-X", "OUT", *members)
        run("zip64", "-fz", "OUT", *members)
        run("updated", "OUT", "a.npy")
        run("updated", "OUT", "b.npy")
        for name, options in [("pipe", []), ("pipe-stored", ["-0"]), ("pipe-zip64", ["-fz-"])]:
            target = os.path.join(out, "info-zip-%s.npz" % name)
            with open(target, "wb") as f:
                # A pipe, since zip can seek in a file.
                z = subprocess.Popen(["zip", "-q", *options, "-", *members], cwd=temporary, stdout=subprocess.PIPE)
                f.write(z.communicate()[0])
                assert z.returncode == 0
        # Standard input becomes a member called "-", which zipnote renames, as one would by hand.
        streamed = run("stdin", "-fz-", "OUT", "-", input=npy(1000))
        subprocess.run(["zipnote", "-w", streamed], input=b"@ -\n@=c.npy\n", check=True)


def archives(root):
    for folder in sorted(os.listdir(root)):
        below = os.path.join(root, folder)
        if folder not in ("read", "big") and os.path.isdir(below):
            for name in sorted(os.listdir(below)):
                yield folder + "/" + name


def read_one(root, name):
    path = os.path.join(root, name)
    line = {"path": name}

    def unzip(*options):
        # CPU time is the same on a busy machine.
        out = subprocess.run(["prlimit", "--cpu=5:6", "unzip", *options, path], stdin=subprocess.DEVNULL, capture_output=True,
                             env=dict(os.environ, LC_ALL="C.UTF-8"))
        if out.returncode == -signal.SIGXCPU:  # as for truncated bzip2 data
            line["error"] = "doesn't end"
        elif out.returncode:
            line["error"] = "exit code %d" % out.returncode
        return out

    data = unzip("-P", "x", "-p")  # a password, so that it never asks for one
    if "error" in line:
        return line
    listed = unzip("-Z1")
    line["members"] = [{"name": n} for n in listed.stdout.decode("utf-8", "replace").splitlines()]
    line["size"], line["crc"] = len(data.stdout), zlib.crc32(data.stdout)
    return line


def read(root):
    with open(os.path.join(root, "read", "unzip.jsonl"), "w", encoding="ascii") as out:
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            for line in pool.map(lambda name: read_one(root, name), archives(root)):
                print(json.dumps(line), file=out)


{"write": write, "read": read}[sys.argv[1]](sys.argv[2])
