// The cases of the corpus: what is known about their files.
import { el, visible } from "./dom.js";

// cases resolves to all of them.
export async function cases() {
	const response = await fetch(new URL("../corpus/cases.json", import.meta.url));
	if (!response.ok) {
		throw new Error(`The list of the corpus could not be loaded: ${response.status}`);
	}
	return response.json();
}

// load resolves to the file of a case, and what is known about it.
export async function load(path) {
	const all = await cases(), about = all.find((c) => c.file === path);
	if (!about) {
		throw new Error("The corpus has no such file.");
	}
	about.twinFile = all.find((c) => c.id === about.twin)?.file;
	const response = await fetch(new URL(`../corpus/${path}`, import.meta.url));
	if (!response.ok) {
		throw new Error("The file is too large for this site; npycheck corpus copy writes it.");
	}
	return { about, file: new File([await response.blob()], path.split("/").at(-1)) };
}

const duties = {
	accept: "must read the file, and get every value right",
	reject: "must reject the file",
	either: "may read the file correctly, or reject it",
	survive: "may read or reject the file, in bounded time and memory",
};

// facts draws what the corpus says about a case.
export function facts(c) {
	const row = (name, value) => value ? [el("dt", {}, name), el("dd", {}, value)] : [];
	return el("section", { class: "case", "aria-label": "The case of the corpus" },
		el("h3", {}, `Case ${c.id}`), el("p", {}, visible(c.comment)),
		el("dl", {},
			row("a reader", duties[c.duty]),
			row("conforms", c.conforms ? "yes" : "no"),
			row("array", c.array ? el("code", {}, array(c.array)) : undefined),
			(c.members ?? []).slice(0, 20).flatMap((m) => row(`member ${visible(m.key ?? m.name)}`, m.array ? el("code", {}, array(m.array)) : "no array")),
			row("without the fault", c.twinFile ? el("a", { href: `#case=${c.twinFile}` }, c.twin) : undefined),
			row("what each reader did", el("a", { href: `matrix.html#case=${c.id}` }, "in the matrix"))));
}

function array(a) {
	const values = a.values === undefined ? "" : `: ${JSON.stringify(a.values)}`;
	const text = `${a.dtype} (${a.shape.join(", ")})${a.fortran_order ? ", Fortran order" : ""}${values}`;
	return visible(text.length > 600 ? text.slice(0, 600) + "…" : text);
}
