"""Runs a fuzz engine that takes libFuzzer's arguments for a time, beginning again after each defect.

    campaign.py NAME SECONDS SEEDS FOLDER COMMAND…

FOLDER gets the new inputs and the files that show defects. It prints executions per second of CPU
time, which a busy machine changes less than those for each second, edges and defects, and fails if nothing was executed.
"""

import hashlib
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import time

SIGNATURES = [
    re.compile(r"== Java Exception: ([\w.$]+)[^\n]*\n\s+at ([^\n]+)"),
    re.compile(r"Uncaught Python exception: ===\s+(\w+)"),
    re.compile(r"panicked at ([^\n]+?:\d+)"),
    re.compile(r"(panic: [^\n]*)(?:.*?/adapters|.*?\s(\S+/(?!go/src)[^\s/@]+@[^\s]+:\d+))", re.S),
    re.compile(r"SUMMARY: (.*)"),
]

PATIENCE = 60  # seconds more that it waits for the first execution, and for the end of a run
MINIMUM = 5  # seconds of a run: a busy machine does nothing but look at the seeds in less


def signatures(text):
    for pattern in SIGNATURES:
        if found := pattern.findall(text):
            return {" ".join(f) if isinstance(f, tuple) else f for f in found}
    return set()


def of_libfuzzer(text):
    """Returns the number of executions and of edges."""
    executions = max((int(n) for n in re.findall(r"^#(\d+)\s", text, re.M)), default=0)
    return executions, max((int(n) for n in re.findall(r"\bcov: (\d+)", text)), default=0)


def of_go(text):
    """Returns the number of executions and of inputs that were worth keeping: Go's engine doesn't report edges."""
    executions = max((int(n) for n in re.findall(r"execs: (\d+)", text)), default=0)
    return executions, max((int(n) for n in re.findall(r"total: (\d+)", text)), default=0)


class LibFuzzer:
    edges = "edges"

    def __init__(self, command, seeds, folder):
        self.command = command
        self.new, self.found, self.old = (os.path.join(folder, d) for d in ("new", "found", "seeds"))
        os.makedirs(self.new)
        os.makedirs(self.found)
        shutil.copytree(seeds, self.old)
        self.by_digest = {}
        for entry in os.scandir(self.old):
            with open(entry.path, "rb") as f:
                self.by_digest[hashlib.sha1(f.read()).hexdigest()] = entry.path

    def arguments(self, seconds):
        return [*self.command, f"-max_total_time={seconds}", f"-artifact_prefix={self.found}/", self.new, self.old]

    measure = staticmethod(of_libfuzzer)

    def defect(self, text):
        """Removes a seed that shows a defect, as it would end every run, and reports whether there is a defect."""
        for artifact in os.listdir(self.found):
            path = self.by_digest.pop(artifact.partition("-")[2], None)
            if path:
                os.remove(path)
        return bool(os.listdir(self.found))


class Go:
    edges = "inputs kept"

    def __init__(self, command, seeds, _folder):
        self.command, self.seeds = command, seeds

    def arguments(self, seconds):
        return [*self.command, f"-fuzztime={seconds}s"]

    measure = staticmethod(of_go)

    def defect(self, text):
        failed = re.findall(r"seed corpus entry: FuzzNpy/(\S+)|input written to testdata/fuzz/FuzzNpy/(\S+)", text)
        for names in failed:
            os.remove(os.path.join(self.seeds, "".join(names)))
        # Up to Go 1.26 the end of the time sometimes counts as a failure: go.dev/issue/75804.
        return bool(failed) or "context deadline exceeded" in text


def run(command, seconds):
    """Returns the output and the exit code of a command. One that doesn't end by itself is ended, which is not a failure."""
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        output, _ = process.communicate(timeout=max(MINIMUM, seconds))
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        output, _ = process.communicate()
        return output.decode(errors="replace"), 0
    return output.decode(errors="replace"), process.returncode


def main(name, seconds, seeds, folder, *command):
    engine = (Go if command[0] == "go" else LibFuzzer)(command, seeds, folder)
    executions, edges, defects, runs = 0, 0, {}, 0
    begin = time.monotonic()
    # Each seed that shows a defect ends a run, so that a busy machine may come to nothing else in the time.
    while (left := int(seconds) - (time.monotonic() - begin)) > 0.5 or not executions and left > -PATIENCE:
        text, returncode = run(engine.arguments(max(MINIMUM, round(left))), left + PATIENCE)
        runs += 1
        more, reached = engine.measure(text)
        executions, edges = executions + more, max(edges, reached)
        for signature in signatures(text) if returncode else ():
            defects[signature] = defects.get(signature, 0) + 1
        if returncode and not engine.defect(text):
            sys.exit(f"{text[-3000:]}\n{name}: exit code {returncode}")
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy, elapsed = usage.ru_utime + usage.ru_stime, time.monotonic() - begin
    print(f"{name}: {executions / busy:.0f} executions/s, {edges} {engine.edges}, {len(defects)} kinds of defects, "
          f"{runs} runs, {busy:.0f} s of CPU time in {elapsed:.0f} s", flush=True)
    for signature, times in sorted(defects.items()):
        print(f"    {times} x {signature}")
    if executions == 0 or edges == 0:
        sys.exit(f"{text[-3000:]}\n{name}: nothing was executed")


main(*sys.argv[1:])
