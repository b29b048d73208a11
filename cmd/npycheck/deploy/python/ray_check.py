"""Checks the files of a list with Ray, and merges the reports: ray_check.py FILES.jsonl FOLDER SHARDS"""
import os, subprocess, sys
import ray

@ray.remote(num_cpus=1)
def check(i, n, files, folder):
    report = os.path.join(folder, f"{i}.jsonl")
    command = ["npycheck", "check", "--files-from", files, "--shard", f"{i}/{n}",
               "--resume", report, "--fail-on", "never", "--summary"]
    return report, subprocess.run(command).returncode

if __name__ == "__main__":
    files, folder, n = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2]), int(sys.argv[3])
    ray.init(include_dashboard=False)  # RAY_ADDRESS, or on this machine
    shards = ray.get([check.remote(i, n, files, folder) for i in range(1, n + 1)])
    merge = subprocess.run(["npycheck", "merge", "--fail-on", "error", *(report for report, _ in shards)])
    failed = any(code for _, code in shards)  # which may have left the report of an earlier check
    sys.exit(3 if failed else merge.returncode)
