// Compares what the package says about each file of the corpus with what the command prints, byte for byte:
//
//	node equal.mjs check.jsonl info.jsonl
//
// It is beside node_modules with the package, and runs where the paths of the reports lead.
import { closeSync, openSync, readFileSync, readSync, statSync } from "node:fs";
import { start } from "./node_modules/npycheck/wasm.js";

const npycheck = await start(await WebAssembly.compile(readFileSync(new URL("node_modules/npycheck/npycheck.wasm", import.meta.url))));
const lines = (path) => readFileSync(path, "utf8").trimEnd().split("\n").filter((line) => line.startsWith('{"path":'));
const [checks, infos] = process.argv.slice(2).map(lines);
const begin = performance.now();
let different = 0;

// withoutFix leaves out what npycheck fix does about findings: whether it may depends on the disk.
const withoutFix = (line) => line.replace(/,"fix(_unknown)?":("[^"]*"|true)/g, "");

function compare(what, path, got, expected) {
	if (got !== expected) {
		if (++different <= 10) {
			console.error(`${what} ${path}:\n got      ${got.slice(0, 1000)}\n expected ${expected.slice(0, 1000)}`);
		}
	}
}

for (const [i, line] of checks.entries()) {
	const { path } = JSON.parse(line);
	const fd = openSync(path);
	const file = npycheck.open(path, statSync(path).size, (at, length) => {
		const bytes = new Uint8Array(length);
		return bytes.subarray(0, readSync(fd, bytes, 0, length, at));
	});
	compare("check", path, npycheck.report(file, "{}"), withoutFix(line));
	const contents = npycheck.contents(file);
	compare("info", path, contents.slice('{"info":'.length, contents.indexOf(',"shown":{"arrays":')), infos[i]);
	npycheck.close(file);
	closeSync(fd);
}
console.log(`${checks.length} files compared with the command in ${Math.round(performance.now() - begin)} ms, ${different} differences`);
if (different > 0 || checks.length < 3000 || checks.length !== infos.length) {
	process.exit(1);
}
