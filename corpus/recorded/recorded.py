#!/usr/bin/env python3
"""Put what record.py saw into CORPUS/recorded/numpy.json.

usage: recorded.py [--check] CORPUS FOLDER

FOLDER has a file RELEASE.json by record.py for each release that ran. The records of other
releases stay. numpy.json lists the releases with the Python that each ran on, and has one line per case, with
what they did. An item without "releases" is about all of them:

    {"releases":[["1.26.4","3.11.7"],["2.5.2","3.13.0"]],"cases":{
    "data/bool-2":[{"file":"accept"}],
    "descr/alias-a":[{"releases":["1.26.4"],"file":"accept"},{"releases":["2.5.2"],"file":"reject"}]
    }}

With --check it writes nothing and prints what differs from the record.
"""

import json
import os
import sys


def read(name):
    """Return what is recorded: for each release the Python and the entries by case."""
    if not os.path.exists(name):
        return {}
    with open(name, encoding="ascii") as f:
        recorded = json.load(f)
    runs = {release: {"python": python, "cases": {}} for release, python in recorded["releases"]}
    for id, items in recorded["cases"].items():
        for item in items:
            for release in item.pop("releases", runs):
                runs[release]["cases"][id] = item
    return runs


def write(name, runs):
    releases = sorted(runs, key=lambda release: [int(number) for number in release.split(".")])
    pythons = [[release, runs[release]["python"]] for release in releases]
    lines = []
    for id in sorted(set().union(*(run["cases"] for run in runs.values()))):
        items = []
        for release in releases:
            entry = runs[release]["cases"].get(id)
            if entry is None:
                continue
            same = [item for item in items if item == {"releases": item["releases"], **entry}]
            if same:
                same[0]["releases"].append(release)
            else:
                items.append({"releases": [release], **entry})
        if items[0]["releases"] == releases:
            del items[0]["releases"]
        lines.append("%s:%s" % (json.dumps(id), compact(items)))
    os.makedirs(os.path.dirname(name), exist_ok=True)
    with open(name + ".new", "w", encoding="ascii") as f:
        f.write('{"releases":%s,"cases":{\n%s\n}}\n' % (compact(pythons), ",\n".join(lines)))
    os.replace(name + ".new", name)


def compact(value):
    return json.dumps(value, separators=(",", ":"))


def differences(recorded, entries):
    """Return a line for each difference between what a release does and what was recorded."""
    lines = []
    for id in sorted(set(recorded) | set(entries)):
        if id not in recorded:
            lines.append("%s: not recorded" % id)
        elif id not in entries:
            lines.append("%s: recorded, but the corpus has no such case" % id)
        else:
            for key in sorted(set(recorded[id]) | set(entries[id])):
                want, got = recorded[id].get(key), entries[id].get(key)
                if want != got:
                    lines.append("%s: %s: recorded %s, got %s" % (id, key, compact(want), compact(got)))
    return lines


def main():
    arguments = sys.argv[1:]
    checking = arguments[:1] == ["--check"]
    corpus, folder = arguments[1:] if checking else arguments
    name = os.path.join(corpus, "recorded", "numpy.json")
    recorded = read(name)
    failed = False
    for file in sorted(os.listdir(folder)):
        release = file.removesuffix(".json")
        with open(os.path.join(folder, file), encoding="ascii") as f:
            run = json.load(f)
        if not checking:
            recorded[release] = run
            print("numpy %s: recorded %d cases" % (release, len(run["cases"])))
            continue
        lines = differences(recorded.get(release, {"cases": {}})["cases"], run["cases"])
        for line in lines[:30]:
            print("numpy %s: %s" % (release, line))
        if lines:
            failed = True
            print("numpy %s: %d differences (Python %s here, %s when it was recorded)"
                  % (release, len(lines), run["python"], recorded.get(release, {"python": "none"})["python"]))
        else:
            print("numpy %s: %d cases as recorded" % (release, len(run["cases"])))
    if failed:
        sys.exit("if the cases are new or meant to change, run corpus/recorded/record")
    if not checking:
        write(name, recorded)


if __name__ == "__main__":
    main()
