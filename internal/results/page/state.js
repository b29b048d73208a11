"use strict";

// The page of the conformance matrix. Everything that comes from a file or from a foreign program
// reaches the document as text or as an attribute, never as markup.

const cells = {
	W: "wrong-data", C: "crash", H: "hang", O: "out-of-memory", X: "exception", V: "wrong-verdict", E: "either", P: "pass", U: "unsupported",
};
const outcomes = {
	a: "accept", r: "reject", u: "unsupported", e: "exception", c: "crash", h: "hang", o: "out-of-memory", i: "invalid",
};
const severe = "WCHO";
const failing = severe + "XV";
const worst = "OHCWXVUEP-"; // the order in which results are listed
const signs = { P: "·", E: "~", U: "–", "-": "" };
const sign = (letter) => signs[letter] ?? letter;

const byID = (id) => document.getElementById(id);

// element makes an element. Properties that begin with "on" are listeners, the others attributes;
// children are elements or text.
function element(name, properties, ...children) {
	const e = document.createElement(name);
	for (const [key, value] of Object.entries(properties ?? {})) {
		if (key.startsWith("on")) {
			e.addEventListener(key.slice(2), value);
		} else if (value === true) {
			e.setAttribute(key, "");
		} else if (value !== false && value !== undefined && value !== null) {
			e.setAttribute(key, value);
		}
	}
	e.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
	return e;
}

const group = (n) => n.toLocaleString("en");

function plural(n, noun) {
	return `${group(n)} ${noun}${n === 1 ? "" : "s"}`;
}

const percent = (n, total) => `${(100 * n / total).toFixed(1)}%`;

async function decode(text) {
	const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Response(stream).json();
}

// ---- the state, and the address that holds it ----

let data;
const filter = {
	role: "", cell: "", area: "", duty: "", importance: "", language: "", q: "",
	a: "", b: "", // the IDs of the columns to compare
	releases: "", // the names of the implementations of which all releases are shown
	rank: "", sort: "", // what the two tables are sorted by, after a minus the other way round
};
const selecting = ["cell", "area", "duty", "importance", "language", "q", "a", "b"];
const opened = new Map(); // areas that were opened or closed by hand
let places; // of the cases, by ID
let left = null; // how far the first view was scrolled when it was left, and the link that was followed

function readAddress() {
	const values = new URLSearchParams(location.hash.slice(1).replaceAll("+", "%2B"));
	for (const view of ["case", "reader", "writer"]) {
		if (values.has(view)) {
			return { view, id: values.get(view) };
		}
	}
	const found = {};
	for (const key of Object.keys(filter)) {
		found[key] = values.get(key) ?? "";
	}
	return { view: "home", filter: found };
}

function address(values) {
	const parts = [];
	for (const [key, value] of Object.entries(values)) {
		if (value !== "") {
			parts.push(`${key}=${encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%40", "@")}`);
		}
	}
	return "#" + parts.join("&");
}

// homeAddress is that of the first view with the filters as they are.
function homeAddress() {
	return address({ ...filter, role: filter.role === data.columns[0].role ? "" : filter.role });
}

function setFilter(changes) {
	Object.assign(filter, changes);
	if (selecting.some((key) => key in changes)) {
		opened.clear();
	}
	history.replaceState(null, "", homeAddress());
	renderHome();
}

// ---- what the filters leave ----

const columnsOf = (role) => data.columns.filter((c) => c.role === role);

// compared returns the two columns to compare, or null.
function compared() {
	const [a, b] = [filter.a, filter.b].map((id) => columnsOf(filter.role).find((c) => c.id === id));
	return a && b && a !== b ? [a, b] : null;
}

const unfolded = (name) => filter.releases.split(",").includes(name);

function shownColumns() {
	return compared() ?? columnsOf(filter.role).filter((c) => (filter.language === "" || c.language === filter.language) && (!c.newest || unfolded(c.name)));
}

// others returns the other releases and builds of an implementation, if the column is the newest.
const others = (column) => data.columns.filter((c) => c.role === column.role && c.newest === column.id);

// foldButton shows and hides the other releases of an implementation, in both tables.
function foldButton(column, place, text) {
	const n = others(column).length;
	if (n === 0) {
		return null;
	}
	const open = unfolded(column.name);
	const names = filter.releases.split(",").filter((name) => name !== "" && name !== column.name);
	return element("button", {
		type: "button", class: "fold", "aria-expanded": String(open), "data-focus": `fold ${place} ${column.id}`,
		"aria-label": `${open ? `hide ${n}` : `+${n} more`} release${n === 1 ? "" : "s"} of ${column.name}`,
		onclick: () => setFilter({ releases: (open ? names : [...names, column.name]).join(",") }),
	}, text(n, open));
}

// ordered sorts by a key of an address: values are compared by the function that keys has for it, and
// a minus before the key turns the order round. What is equal stays as it is.
function ordered(list, key, keys) {
	const name = key.replace(/^-/, "");
	if (!Object.hasOwn(keys, name)) {
		return list;
	}
	const compare = keys[name];
	return list.toSorted(key.startsWith("-") ? (a, b) => compare(b, a) : compare);
}

// sortState returns the value of aria-sort of a head. The numbers of most keys fall.
function sortState(key, current, rising) {
	if (current !== key && current !== "-" + key) {
		return "none";
	}
	return (current === key) === rising ? "ascending" : "descending";
}

// codeAt returns the letters of the cell and of the outcome.
const codeAt = (column, i) => column.codes.slice(2 * i, 2 * i + 2);
const cellAt = (column, i) => column.codes[2 * i];

// counted returns the letters of the cells that are counted: the chosen ones, or all failures.
function counted() {
	const chosen = filter.cell.split(",");
	const letters = Object.keys(cells).filter((letter) => chosen.includes(cells[letter])).join("");
	return letters === "" ? failing : letters;
}

// differ reports whether two columns differ on a file that both claim, or, if unsupported files are asked
// for, on any.
function differ([a, b], i) {
	return codeAt(a, i) !== codeAt(b, i) && (counted().includes("U") || ![cellAt(a, i), cellAt(b, i)].includes("U"));
}

function shownCases(columns) {
	const words = filter.q.toLowerCase().split(/\s+/).filter((word) => word !== "");
	const letters = counted();
	const pair = compared();
	const wanted = [];
	for (const [i, c] of data.cases.entries()) {
		if ((filter.area === "" || c.area === filter.area) &&
			(filter.duty === "" || c.duty === filter.duty) &&
			(filter.importance === "" || c.importance === filter.importance) &&
			words.every((word) => c.text.includes(word)) &&
			(pair === null || differ(pair, i)) &&
			columns.some((column) => filter.cell === "" ? cellAt(column, i) !== "-" : letters.includes(cellAt(column, i)))) {
			wanted.push(i);
		}
	}
	return wanted;
}
