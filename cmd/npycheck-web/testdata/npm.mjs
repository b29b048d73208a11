// Tests of the npm package, beside node_modules with it.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { check } from "npycheck";

const header = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
const file = (padding = "") => Buffer.concat([
	Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from((header + padding).padEnd(117) + "\n"), Buffer.alloc(24)]);

test("a good file conforms, however it is passed", async () => {
	const bytes = file();
	const path = join(mkdtempSync(join(tmpdir(), "npycheck")), "a.npy");
	writeFileSync(path, bytes);
	const array = { version: "1.0", dtype: "<f8", itemsize: 8, shape: [3], fortran_order: false, data_offset: 128, data_bytes: 24 };
	for (const [input, name] of [[bytes, ""], [new Uint8Array(bytes).buffer, ""], [new DataView(new Uint8Array(bytes).buffer), ""], [new Blob([bytes]), ""], [path, path]]) {
		assert.deepEqual(await check(input), { path: name, size: 152, format: "npy", ok: true, verdict: "conforming", array, findings: [] });
	}
});

test("a fault is found at its place", async () => {
	const { ok, verdict, findings } = await check(file("\t"), { name: "a.npy" });
	assert.deepEqual([ok, verdict], [false, "nonconforming"]);
	assert.deepEqual(findings.map(({ rule, severity, offset, length }) => ({ rule, severity, offset, length })),
		[{ rule: "header-padding-byte", severity: "error", offset: 10 + header.length, length: 1 }]);
});

test("it says what the command says about files that do harm, too", async () => {
	const root = process.env.NPYCHECK_SOURCE;
	const lines = readFileSync(join(root, "cmd/npycheck/testdata/outcomes.txt"), "utf8").split("\n").map((line) => line.split(" "));
	const files = lines.filter(([outcome, name, ...rest]) => outcome && outcome !== "#" && rest.length === 0 && name !== "nowhere.npy");
	assert.ok(files.length >= 25, `${files.length} files`);
	for (const [outcome, name] of files) {
		assert.equal((await check(join(root, "corpus/vectors", name))).ok, outcome === "ok", name);
	}
});

test("the name and the depth matter", async () => {
	const archive = await check(file(), { name: "a.npz" });
	assert.notDeepEqual(archive.findings, []);
	const text = Buffer.concat([file().subarray(0, 128), Buffer.alloc(24, 7)]);
	text.write("'|b1'", text.indexOf("'<f8'"));
	text.write("(24,)", text.indexOf("(3,),"));
	assert.deepEqual((await check(text)).findings.map((f) => f.rule).includes("data-bool-value"), true);
	assert.deepEqual((await check(text, { depth: "header" })).findings.map((f) => f.rule).includes("data-bool-value"), false);
});

test("what can't be read rejects", async () => {
	await assert.rejects(check("nowhere.npy"), { code: "ENOENT" });
	await assert.rejects(check(tmpdir()), /not a regular file/);
	await assert.rejects(check(3), TypeError);
	await assert.rejects(check(file(), { depth: "deep" }), /expected header, structure or full/);
	assert.equal((await check(file())).ok, true); // it still works
});

test("checks can run at the same time", async () => {
	const reports = await Promise.all(Array.from({ length: 50 }, (_, i) => check(file(i % 2 ? "\t" : ""))));
	assert.deepEqual(reports.map((r) => r.findings.length), reports.map((_, i) => i % 2));
});

test("it sets no global variables", () => {
	assert.equal(globalThis.Go, undefined);
	assert.equal(globalThis.fs, undefined);
	assert.equal(globalThis.npycheck, undefined);
});

test("it has the files that it needs, and no others", () => {
	const folder = new URL("node_modules/npycheck/", import.meta.url);
	assert.deepEqual(readdirSync(folder).toSorted(), ["LICENSE", "README.md", "browser.js", "go.js", "index.d.ts", "index.js", "node.js", "npycheck.wasm", "package.json", "wasm.js"]);
	assert.equal(JSON.parse(readFileSync(new URL("package.json", folder))).dependencies, undefined);
});
