// One array: its dtype, its values, statistics, and pictures.
import { count, el, table, visible } from "./dom.js";
import { picture } from "./picture.js";
import { values } from "./values.js";

// array draws an array of a file. Ask asks the worker. Bytes is the size of the data.
export function array(described, bytes, ask) {
	const { type } = described;
	if (!type?.descr) {
		return [el("p", { class: "quiet" }, "There is no array that can be understood.")];
	}
	const parts = [el("dl", {},
		row("dtype", [el("code", {}, type.descr), el("span", { class: "quiet" }, type.objects ? ` ${type.text}` : ` ${type.text}, ${count(type.itemsize, "byte")} each`)]),
		row("shape", el("code", {}, described.shape)),
		row("order", described.order),
	)];
	if (type.fields) {
		parts.push(el("h4", {}, "Fields"), table("Fields", ["#offset", "#bytes", "name", "dtype", "meaning"], type.fields.map((field) => [
			field.offset, field.itemsize,
			field.padding ? el("span", { class: "quiet" }, "padding") : el("span", { class: `depth${Math.min(field.depth, 6)}` }, visible(field.name || "''"), field.title ? el("span", { class: "quiet" }, ` titled ${visible(field.title)}`) : undefined),
			el("code", {}, visible(field.descr)), field.text])),
			type.cut ? el("p", { class: "quiet" }, "There are more fields.") : undefined);
	}
	if (described.tree) {
		parts.push(el("h4", {}, "Objects"), el("p", { class: "quiet" }, "What is in the pickle. Nothing is unpickled: no code runs."),
			el("pre", { class: "tree scroll", tabindex: 0, role: "region", "aria-label": "Python objects" }, described.tree.map(visible).join("\n")));
	}
	if (described.unread) {
		parts.push(el("p", { class: "quiet" }, `No values: ${visible(described.unread)}.`));
		return parts;
	}
	const empty = described.lengths.includes("0");
	if (empty) {
		parts.push(el("p", { class: "quiet" }, "The array has no elements."));
		return parts;
	}
	const view = values(described, ask);
	parts.push(el("h4", {}, "Values"), described.doubts.length > 0 ? el("p", { class: "doubt" }, `They may be wrong: ${described.doubts.join(", ")}.`) : undefined, view.element);
	if (type.numbers) {
		parts.push(el("h4", {}, "Statistics"), statistics(described, bytes, ask));
	}
	if (described.lengths.length >= 2 && (type.numbers || type.fields?.some((f) => f.numbers && f.depth === 0))) {
		parts.push(el("h4", {}, "Picture"), picture(described, view, ask));
	}
	return parts;
}

function row(name, value) {
	return [el("dt", {}, name), el("dd", {}, value)];
}

const automatic = 32e6; // bytes of data that are read without being asked for

function statistics(described, bytes, ask) {
	const place = { member: described.member, array: described.array };
	const box = el("div", { "aria-live": "polite" });
	const read = async () => {
		box.replaceChildren(el("p", { class: "quiet" }, "Reading all values…"));
		try {
			const { stats, note } = JSON.parse(await ask("statistics", { place }, (part) => box.replaceChildren(el("p", { class: "quiet" }, `Reading all values: ${Math.floor(100 * part)} %`))));
			const names = { count: "elements", min: "min", max: "max", mean: "mean", nan: "NaN", nat: "NaT", zero: "zeros" };
			box.replaceChildren(...stats ? [el("dl", { class: "stats" }, Object.entries(names).filter(([key]) => stats[key] !== undefined).map(([key, name]) => row(name, el("code", {}, spell(stats[key])))))] : [],
				...note ? [el("p", { class: "quiet" }, visible(note))] : []);
		} catch (error) {
			box.replaceChildren(el("p", { class: "quiet" }, visible(error.message)));
		}
	};
	if (bytes <= automatic) {
		read();
	} else {
		box.append(el("button", { type: "button", click: read }, "Read all values"));
	}
	return box;
}

const spell = (value) => Array.isArray(value) ? `${value[0]}${String(value[1]).startsWith("-") ? "" : "+"}${value[1]}j` : String(value);
