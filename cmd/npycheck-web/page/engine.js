// The worker, as the page asks it.

// The worker's script is one of a blob, since such a worker has the content security policy of the page: it can't
// connect to anything else. It imports nothing.
const script = get("worker.js").then((response) => response.blob()).then((blob) => new Blob([blob], { type: "text/javascript" }));

async function get(name) {
	const response = await fetch(new URL(name, import.meta.url));
	if (!response.ok) {
		throw new Error(`npycheck could not be loaded: ${name}: ${response.status}`);
	}
	return response;
}

// compile fetches npycheck, which is stored compressed because not every server compresses it.
async function compile() {
	const { body } = await get("npycheck.wasm.gz");
	const bytes = body.pipeThrough(new DecompressionStream("gzip"));
	return WebAssembly.compileStreaming(new Response(bytes, { headers: { "Content-Type": "application/wasm" } }));
}

export class Cancelled extends Error {}

export class Engine {
	#module = compile();
	#worker;
	#waiting = new Map();
	#last = 0;
	#ready;

	constructor() {
		this.#ready = this.#begin();
	}

	// rules resolves to what npycheck explains about each rule, by name, once it can answer.
	async rules() {
		return new Map(JSON.parse(await this.#ready).map((rule) => [rule.name, rule]));
	}

	// ask resolves to an answer. Progress is called with a number from 0 to 1.
	async ask(op, question, progress) {
		await this.#ready;
		return this.#send(op, question, progress);
	}

	// cancel ends whatever is being done; what was asked for rejects with Cancelled.
	cancel() {
		this.#worker?.terminate();
		for (const { reject } of this.#waiting.values()) {
			reject(new Cancelled("cancelled"));
		}
		this.#waiting.clear();
		this.#ready = this.#begin();
	}

	async #begin() {
		const module = await this.#module;
		const url = URL.createObjectURL(await script);
		this.#worker = new Worker(url);
		this.#worker.addEventListener("message", ({ data }) => this.#receive(data));
		this.#worker.addEventListener("error", (event) => this.#fail(event.message || "the worker could not be started"));
		try {
			return await this.#send("start", { module });
		} finally {
			URL.revokeObjectURL(url);
		}
	}

	#send(op, question, progress) {
		const id = ++this.#last;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve, reject, progress });
			this.#worker.postMessage({ id, op, question });
		});
	}

	#receive({ id, value, error, progress }) {
		const waiting = this.#waiting.get(id);
		if (!waiting) {
			return;
		}
		if (progress !== undefined) {
			waiting.progress?.(progress);
			return;
		}
		this.#waiting.delete(id);
		if (error === undefined) {
			waiting.resolve(value);
		} else {
			waiting.reject(new Error(error));
		}
		if (error === "npycheck has ended" || error === "npycheck has stopped") {
			this.cancel();
		}
	}

	#fail(message) {
		for (const { reject } of this.#waiting.values()) {
			reject(new Error(message));
		}
		this.#waiting.clear();
	}
}
