"""Checks the files of a list with Dask, and merges the reports: dask_check.py FILES.jsonl FOLDER SHARDS"""
import os, subprocess, sys
from dask.distributed import Client

def check(i, n, files, folder):
    report = os.path.join(folder, f"{i}.jsonl")
    status = subprocess.run(["npycheck", "check", "--files-from", files, "--shard", f"{i}/{n}",
                             "--resume", report, "--fail-on", "never", "--summary"]).returncode
    return report if status in (0, 3) else None  # 3: merge reports what could not be read. Else the report may be old

if __name__ == "__main__":
    files, folder, n = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    with Client(os.environ.get("DASK_SCHEDULER_ADDRESS")) as client:  # without the variable, on this machine
        reports = client.gather([client.submit(check, i, n, files, folder, pure=False) for i in range(1, n + 1)])
    sys.exit(subprocess.run(["npycheck", "merge", "--fail-on", "error", *filter(None, reports)]).returncode)
