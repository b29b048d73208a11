"""Tests of the installed package. The variable NPYCHECK_SOURCE has the path of the checkout, for its corpus and its schema."""

import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest
from unittest import mock

import npycheck
from npycheck import _command

SOURCE = pathlib.Path(os.environ["NPYCHECK_SOURCE"])
VECTORS = SOURCE / "corpus" / "vectors"
SCHEMA = json.loads((SOURCE / "validator" / "report.schema.json").read_text(encoding="utf-8"))["$defs"]


class Check(unittest.TestCase):
    def test_good(self):
        report = npycheck.check(VECTORS / "accept/shape/1d-300.npy")
        self.assertTrue(report.ok)
        self.assertEqual(list(report.findings), [])
        (file,) = report.files
        self.assertEqual((file.format, file.verdict, file.size), ("npy", "conforming", 728))
        self.assertEqual((file.array.dtype, file.array.shape, file.array.fortran_order, file.array.data_offset), ("<i2", [300], False, 128))

    def test_bad(self):
        report = npycheck.check(VECTORS / "reject/shape/bool-first.npy")
        self.assertFalse(report.ok)
        (finding,) = report.findings
        self.assertEqual((finding.rule, finding.severity, finding.kind), ("shape-bool", "error", "conformance"))
        self.assertEqual((finding.offset, finding.length, finding.pointer, finding.array), (61, 4, "/shape/0", 1))
        self.assertEqual(finding.excerpt.bytes[61 - finding.excerpt.offset :][:4], b"True")
        self.assertEqual((report.summary.error, report.summary.nonconforming, report.summary.rules), (1, 1, {"shape-bool": 1}))

    def test_archive(self):
        (file,) = npycheck.check(VECTORS / "accept/npz/first-stored.npz").files
        self.assertEqual([(m.name, m.key) for m in file.members], [("a.npy", "a"), ("b.npy", "b")])

    def test_pickle(self):
        (file,) = npycheck.check(VECTORS / "reject/pickle/call-before-end.npy").files
        self.assertEqual((file.ok, file.verdict), (False, "nonconforming"))
        self.assertIn(("os", "system", "dangerous", True), [(i.module, i.name, i.tier, i.called) for i in file.imports])

    def test_outcomes(self):
        lines = [line.split() for line in (SOURCE / "cmd/npycheck/testdata/outcomes.txt").read_text(encoding="utf-8").splitlines()]
        files = [line for line in lines if line and line[0] != "#" and not any(word.startswith("--") for word in line)]
        self.assertGreater(len(files), 25)
        for outcome, *names in files:
            report = npycheck.check(*(VECTORS / name for name in names), no_config=True)
            self.assertEqual(report.ok, outcome == "ok", names)
            self.assertEqual(all(file.ok for file in report.files), report.ok, names)

    def test_flags(self):
        file = VECTORS / "reject/shape/bool-first.npy"
        self.assertTrue(npycheck.check(file, ignore=["shape-bool"]).ok)
        self.assertTrue(npycheck.check(file, severity={"shape-bool": "warning"}).ok)
        self.assertTrue(npycheck.check(file, only=["header-*"], depth="header", no_config=True).ok)
        with self.assertRaises(TypeError):
            npycheck.check(file, ignore="shape-bool")
        with self.assertRaises(TypeError):
            npycheck.check()

    def test_several(self):
        report = npycheck.check(VECTORS / "accept/npz", str(VECTORS / "reject/npz"))
        self.assertGreater(len(report.files), 10)
        self.assertEqual(len(report.files), report.summary.files)

    def test_missing(self):
        report = npycheck.check("no such file.npy")
        self.assertFalse(report.ok)
        self.assertEqual((report.files[0].verdict, report.summary.not_checked), ("not-checked", 1))
        self.assertIn("no such file", report.files[0].error.lower())

    def test_name(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ["-dash.npy", "new\nline.npy", os.fsdecode(b"bad-\xff.npy") if sys.platform == "linux" else "a.npy"]:
                path = os.path.join(folder, name)
                with open(path, "wb"):
                    pass
                self.assertEqual(npycheck.check(path).files[0].path, path)

    def test_dash(self):
        with tempfile.TemporaryDirectory() as folder:
            before = os.getcwd()
            os.chdir(folder)
            try:
                shutil.copy(VECTORS / "accept/shape/2d.npy", "-")
                self.assertEqual([(f.path, f.verdict) for f in npycheck.check("-").files], [("./-", "conforming")])
            finally:
                os.chdir(before)

    def test_error(self):
        with self.assertRaisesRegex(npycheck.Error, '^--ignore "shape-bol": unknown rule; did you mean shape-bool'):
            npycheck.check(".", ignore=["shape-bol"])

    def test_schema(self):
        classes = {"array": npycheck.Array, "finding": npycheck.Finding, "import": npycheck.Import, "file": npycheck.File, "summary": npycheck.Summary}
        left = {"path_base64", "modified", "etag", "in_every_shard", "interrupted", "names_sha256", "shard_keys_sha256", "checksums_not_verified", "links_not_followed", "other_files", "skipped_folders"}
        for name, cls in classes.items():
            fields = {f.name.rstrip("_") for f in dataclasses.fields(cls)}
            self.assertEqual(fields, set(SCHEMA[name]["properties"]) - left, name)
            required = {f.name.rstrip("_") for f in dataclasses.fields(cls) if f.default is f.default_factory is dataclasses.MISSING}
            self.assertLessEqual(required, set(SCHEMA[name]["required"]), name)
        self.assertEqual({f.name for f in dataclasses.fields(npycheck.Member)}, set(SCHEMA["file"]["properties"]["members"]["items"]["properties"]))


class Info(unittest.TestCase):
    def test_array(self):
        (file,) = npycheck.info(VECTORS / "accept/shape/1d-300.npy", stats=True, head=2)
        self.assertEqual((file["array"]["dtype"], file["array"]["shape"], file["stats"]["count"], len(file["head"])), ("<i2", [300], 300, 2))


class Command(unittest.TestCase):
    def test_working_directory(self):
        name = "npycheck.exe" if sys.platform == "win32" else "npycheck"
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, name)
            with open(path, "wb"):
                pass
            os.chmod(path, 0o755)
            before = os.getcwd()
            os.chdir(folder)
            self.addCleanup(os.chdir, before)
            places = mock.patch("sysconfig.get_path", return_value=os.path.join(folder, "none"))
            with places, mock.patch.dict(os.environ, PATH=os.pathsep.join(["", "."])), self.assertRaises(npycheck.Error):
                npycheck.check(".")
            with places, mock.patch.dict(os.environ, PATH=folder):
                self.assertEqual(_command.find_command(), path)
            os.chdir(before)

    def test_module(self):
        both = [subprocess.run([*command, "version"], capture_output=True, check=True).stdout for command in ([sys.executable, "-m", "npycheck"], ["npycheck"])]
        self.assertEqual(both[0], both[1])
        done = subprocess.run([sys.executable, "-m", "npycheck", "check", "--quiet", str(VECTORS / "reject/shape/bool-first.npy")], capture_output=True)
        self.assertEqual(done.returncode, 1)


if __name__ == "__main__":
    unittest.main()
