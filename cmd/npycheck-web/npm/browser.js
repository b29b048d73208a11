// The package in a browser, or in a worker.
import { checker } from "./index.js";

async function compile() {
	const response = await fetch(new URL("npycheck.wasm", import.meta.url));
	if (!response.ok) {
		throw new Error(`npycheck.wasm: ${response.status}`);
	}
	return WebAssembly.compile(await response.arrayBuffer()); // whatever type the server says it has
}

export const check = checker(compile, () => {
	throw new TypeError("a browser has no paths: pass bytes or a Blob");
});
