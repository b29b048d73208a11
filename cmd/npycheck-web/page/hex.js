// Rows of bytes, with those marked that a finding is about.
import { el } from "./dom.js";

const rowBytes = 16;

// bytes returns the bytes of a text in hexadecimal.
export const bytes = (hex) => Uint8Array.from(hex.match(/../g) ?? [], (byte) => parseInt(byte, 16));

// rows draws data that begins at an offset, with a number of bytes marked from a place on. A mark without bytes is the
// place between two.
export function rows(data, offset, at, length) {
	const parts = [];
	const first = offset - offset % rowBytes;
	for (let row = first; row < offset + data.length || row === first; row += rowBytes) {
		const hex = [], ascii = [];
		for (let i = row; i < row + rowBytes; i++) {
			const known = i >= offset && i < offset + data.length;
			const byte = data[i - offset];
			const marked = length > 0 ? i >= at && i < at + length : i === at;
			const character = byte > 31 && byte < 127 ? String.fromCharCode(byte) : ".";
			put(hex, (known ? byte.toString(16).padStart(2, "0") : "  "), marked && (known || length === 0));
			put(ascii, known ? character : " ", marked && (known || length === 0));
			hex.push(i % rowBytes === 7 ? "  " : " ");
		}
		if (length === 0 && at === row + rowBytes && at === offset + data.length) {
			hex.push({ text: "" });
		}
		parts.push(el("div", { class: "row" }, el("span", { class: "at" }, row.toString(16).padStart(8, "0") + "  "),
			el("span", {}, join(hex)), el("span", { class: "ascii" }, "|", join(ascii), "|")));
	}
	return el("div", { class: "hex scroll", tabindex: 0, role: "region", "aria-label": `Bytes from offset ${first}` }, parts);
}

function put(list, text, marked) {
	list.push(marked ? { text } : text);
}

// join returns texts as few nodes: neighbours that are marked are one mark, with the space between them.
function join(list) {
	const nodes = [];
	for (let i = 0; i < list.length; i++) {
		if (typeof list[i] === "string") {
			nodes.push(list[i]);
			continue;
		}
		let text = list[i].text;
		while (i + 1 < list.length && (list[i + 1].text !== undefined || list[i + 1].trim?.() === "" && list[i + 2]?.text !== undefined)) {
			i++;
			text += list[i].text ?? list[i];
		}
		nodes.push(el("mark", {}, text));
	}
	return nodes;
}
