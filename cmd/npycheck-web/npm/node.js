// The package in Node.js.
import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { checker } from "./index.js";

const compile = async () => WebAssembly.compile(await readFile(new URL("npycheck.wasm", import.meta.url)));

function path(name) {
	const fd = openSync(name);
	const info = fstatSync(fd);
	if (!info.isFile()) {
		closeSync(fd);
		throw new Error(`${name} is not a regular file`);
	}
	return {
		size: info.size,
		read: (at, length) => {
			const bytes = new Uint8Array(length);
			let n = 0;
			for (let got = 1; n < length && got > 0; n += got) {
				got = readSync(fd, bytes, n, length - n, at + n);
			}
			return bytes.subarray(0, n);
		},
		close: () => closeSync(fd),
	};
}

export const check = checker(compile, path);
