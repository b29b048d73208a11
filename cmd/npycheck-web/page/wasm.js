// Runs npycheck.wasm, on the page and in the npm package.
import { Go, scope } from "./go.js";

// start runs a compiled module, and resolves to the functions of npycheck. Each throws an Error if there is no answer.
export async function start(module) {
	const go = new Go();
	go.argv = ["npycheck"];
	go.env = {};
	let ended = false;
	go.exit = () => {};
	const instance = await WebAssembly.instantiate(module, go.importObject);
	go.run(instance).finally(() => { ended = true; });
	const functions = scope.npycheck;
	delete scope.npycheck;
	const ask = (name) => (...args) => {
		if (ended) {
			throw new Error("npycheck has ended");
		}
		const answer = functions[name](...args);
		if (answer === undefined) { // it waits for something, which it never should
			throw new Error("npycheck has stopped");
		}
		if (answer.error !== undefined) {
			throw new Error(answer.error);
		}
		return answer.value;
	};
	return Object.fromEntries(Object.keys(functions).map((name) => [name, ask(name)]));
}
