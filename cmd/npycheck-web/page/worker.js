// The last part of the worker's script, after go.js and wasm.js. Checks files off the page's thread. It reads them by slices, so their size doesn't matter.
import { start } from "./wasm.js";

const reader = new FileReaderSync();
let npycheck;
let current; // the number of the file whose contents are asked for

// open opens a file, and reports how far it was read.
function open(id, { file, name }) {
	let shown = 0, read = 0;
	return npycheck.open(name, file.size, (at, length) => {
		const bytes = new Uint8Array(reader.readAsArrayBuffer(file.slice(at, at + length)));
		read += bytes.length;
		const now = performance.now();
		if (now - shown > 100) {
			shown = now;
			postMessage({ id, progress: Math.min(read / file.size, 1) });
		}
		return bytes;
	});
}

const answers = {
	start: async ({ module }) => {
		npycheck = await start(module);
		return npycheck.rules();
	},
	check: (question, id) => {
		const file = open(id, question);
		try {
			return { report: npycheck.report(file, "{}"), outcome: npycheck.outcome(file), fix: npycheck.fix(file) };
		} finally {
			npycheck.close(file);
		}
	},
	contents: (question, id) => {
		if (current !== undefined) {
			npycheck.close(current);
		}
		current = open(id, question);
		return npycheck.contents(current);
	},
	statistics: ({ place }) => npycheck.statistics(current, JSON.stringify(place)),
	table: ({ query }) => npycheck.table(current, JSON.stringify(query)),
	picture: ({ query }) => npycheck.picture(current, JSON.stringify(query)),
};

addEventListener("message", async ({ data: { id, op, question } }) => {
	try {
		postMessage({ id, value: await answers[op](question, id) });
	} catch (error) {
		postMessage({ id, error: error.message });
	}
});
