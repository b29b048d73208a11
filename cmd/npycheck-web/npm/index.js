// What the package does in all environments.
import { start } from "./wasm.js";

// checker returns the function check. Compile resolves to the program, and path opens a path, or throws: it returns
// {size, read, close}, with a function of an offset and a length.
export function checker(compile, path) {
	let running;
	const npycheck = () => running ??= compile().then(start);

	return async function check(input, { name, depth } = {}) {
		const program = await npycheck();
		const file = typeof input === "string" ? path(input) : await open(input);
		try {
			const number = program.open(name ?? (typeof input === "string" ? input : input.name ?? ""), file.size, file.read);
			try {
				return JSON.parse(program.report(number, JSON.stringify(depth === undefined ? {} : { depth })));
			} finally {
				program.close(number);
			}
		} catch (error) {
			if (/^npycheck has/.test(error.message)) {
				running = undefined;
			}
			throw error;
		} finally {
			file.close?.();
		}
	};
}

// open opens bytes or a Blob. Only workers can read parts of a Blob while the program waits.
async function open(input) {
	if (typeof Blob !== "undefined" && input instanceof Blob) {
		if (typeof FileReaderSync !== "undefined") {
			const reader = new FileReaderSync();
			return { size: input.size, read: (at, length) => new Uint8Array(reader.readAsArrayBuffer(input.slice(at, at + length))) };
		}
		return open(await input.arrayBuffer());
	}
	let bytes;
	if (ArrayBuffer.isView(input)) {
		bytes = new Uint8Array(input.buffer, input.byteOffset, input.byteLength);
	} else if (input instanceof ArrayBuffer || typeof SharedArrayBuffer !== "undefined" && input instanceof SharedArrayBuffer) {
		bytes = new Uint8Array(input);
	} else {
		throw new TypeError("expected bytes, a Blob or a path");
	}
	return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}
