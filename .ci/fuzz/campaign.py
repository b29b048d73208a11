"""Runs a fuzz engine that takes libFuzzer's arguments for a time, beginning again after each defect.

    campaign.py NAME SECONDS SEEDS FOLDER COMMAND…

FOLDER gets the new inputs and the files that show defects. It prints executions a second, edges and defects,
and fails if nothing was executed.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import time

SIGNATURES = [
    re.compile(r"== Java Exception: ([\w.$]+)[^\n]*\n\s+at ([^\n]+)"),
    re.compile(r"Uncaught Python exception: ===\s+(\w+)"),
    re.compile(r"panicked at ([^\n]+?:\d+)"),
    re.compile(r"SUMMARY: (.*)"),
]


def signatures(text):
    for pattern in SIGNATURES:
        if found := pattern.findall(text):
            return {" ".join(f) if isinstance(f, tuple) else f for f in found}
    return set()


def main(name, seconds, seeds, folder, *command):
    new, found, old = (os.path.join(folder, d) for d in ("new", "found", "seeds"))
    os.makedirs(new)
    os.makedirs(found)
    shutil.copytree(seeds, old)
    by_digest = {}
    for entry in os.scandir(old):
        with open(entry.path, "rb") as f:
            by_digest[hashlib.sha1(f.read()).hexdigest()] = entry.path

    executions, edges, defects, runs = 0, 0, {}, 0
    begin = time.monotonic()
    while (left := int(seconds) - (time.monotonic() - begin)) > 0.5:
        run = subprocess.run(
            [*command, f"-max_total_time={max(1, round(left))}", f"-artifact_prefix={found}/", new, old],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False)
        runs += 1
        text = run.stdout.decode(errors="replace")
        executions += max((int(n) for n in re.findall(r"^#(\d+)\s", text, re.M)), default=0)
        edges = max([edges, *(int(n) for n in re.findall(r"\bcov: (\d+)", text))])
        for signature in signatures(text) if run.returncode else ():
            defects[signature] = defects.get(signature, 0) + 1
        # A seed that shows a defect would end every run.
        for artifact in os.listdir(found):
            path = by_digest.pop(artifact.partition("-")[2], None)
            if path:
                os.remove(path)
        if run.returncode and not os.listdir(found):
            sys.exit(f"{text[-3000:]}\n{name}: exit code {run.returncode}")
    elapsed = time.monotonic() - begin
    print(f"{name}: {executions / elapsed:.0f} executions/s, {edges} edges, {len(defects)} kinds of defects, {runs} runs in {elapsed:.0f} s")
    for signature, times in sorted(defects.items()):
        print(f"    {times} x {signature}")
    if executions == 0 or edges == 0:
        sys.exit(f"{text[-3000:]}\n{name}: nothing was executed")


main(*sys.argv[1:])
