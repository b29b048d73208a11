"""Checks the files of a list with Ray, and merges the reports: ray_check.py FILES.jsonl FOLDER SHARDS"""
import os, subprocess, sys
import ray

@ray.remote(num_cpus=1)
def check(i, n, files, folder):
    report = os.path.join(folder, f"{i}.jsonl")
    status = subprocess.run(["npycheck", "check", "--files-from", files, "--shard", f"{i}/{n}",
                             "--resume", report, "--fail-on", "never", "--summary"]).returncode
    return report if status in (0, 3) else None  # 3: merge reports what could not be read. Else the report may be old

if __name__ == "__main__":
    files, folder, n = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    ray.init(include_dashboard=False)  # RAY_ADDRESS, or on this machine
    reports = ray.get([check.remote(i, n, files, folder) for i in range(1, n + 1)])
    sys.exit(subprocess.run(["npycheck", "merge", "--fail-on", "error", *filter(None, reports)]).returncode)
