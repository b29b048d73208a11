// Makes elements. Text from files only ever becomes text nodes and attributes, never markup.

const svg = new Set(["svg", "rect", "g", "title"]);

// el returns an element with attributes, listeners (functions), and children: elements, text, or nothing.
export function el(name, attributes = {}, ...children) {
	const element = svg.has(name) ? document.createElementNS("http://www.w3.org/2000/svg", name) : document.createElement(name);
	for (const [key, value] of Object.entries(attributes)) {
		if (typeof value === "function") {
			element.addEventListener(key, value);
		} else if (value === true) {
			element.setAttribute(key, "");
		} else if (value !== false && value !== undefined && value !== null) {
			element.setAttribute(key, value);
		}
	}
	element.append(...children.flat(Infinity).filter((child) => child !== undefined && child !== null && child !== false));
	return element;
}

// visible returns text with what a browser doesn't show, or what changes the direction of text, as escapes.
export const visible = (text) => text.replace(/[\u0000-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
	(c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));

export const count = (n, unit) => `${n.toLocaleString("en")} ${unit}${n === 1 ? "" : "s"}`;

// size returns a number of bytes as people read it.
export function size(n) {
	if (n < 10_000) {
		return count(n, "byte");
	}
	const units = ["kB", "MB", "GB", "TB", "PB", "EB"];
	let unit = -1;
	while (n >= 1000 && unit < units.length - 1) {
		n /= 1000;
		unit++;
	}
	return `${n.toPrecision(3)} ${units[unit]}`;
}

// table returns a table that scrolls by itself. Columns whose name begins with "#" have numbers.
export function table(label, columns, rows) {
	const number = columns.map((name) => name.startsWith("#"));
	const cell = (name) => (content, i) => el(name, { class: number[i] ? "n" : undefined, scope: name === "th" ? "col" : undefined }, content);
	return el("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": label }, el("table", {},
		el("thead", {}, el("tr", {}, columns.map((name) => name.replace(/^#/, "")).map(cell("th")))),
		el("tbody", {}, rows.map((row) => el("tr", {}, row.map(cell("td")))))));
}
