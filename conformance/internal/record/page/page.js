"use strict";

// The page of the conformance matrix. Everything that comes from a file or from a foreign program
// reaches the document as text or as an attribute, never as markup.

const cells = {
	P: "pass", E: "either", U: "unsupported", F: "fail", W: "wrong-data", C: "crash", H: "hang", B: "blow-up",
};
const outcomes = {
	a: "accept", r: "reject", u: "unsupported", c: "crash", h: "hang", b: "blow-up", i: "invalid",
};
const failing = "FWCHB";
const worst = "BHCWFUEP"; // the order in which results are listed
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

function plural(n, noun) {
	return `${n.toLocaleString("en")} ${noun}${n === 1 ? "" : "s"}`;
}

async function decode(text) {
	const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
	const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
	return new Response(stream).json();
}

// ---- the state, and the address that holds it ----

let data;
const filter = { role: "", cell: "", area: "", duty: "", importance: "", language: "", q: "" };
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
	opened.clear();
	history.replaceState(null, "", homeAddress());
	renderHome();
}

// ---- what the filters leave ----

const columnsOf = (role) => data.columns.filter((c) => c.role === role);

function shownColumns() {
	return columnsOf(filter.role).filter((c) => filter.language === "" || c.language === filter.language);
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

function shownCases(columns) {
	const words = filter.q.toLowerCase().split(/\s+/).filter((word) => word !== "");
	const letters = counted();
	const wanted = [];
	for (const [i, c] of data.cases.entries()) {
		if ((filter.area === "" || c.area === filter.area) &&
			(filter.duty === "" || c.duty === filter.duty) &&
			(filter.importance === "" || c.importance === filter.importance) &&
			words.every((word) => c.text.includes(word)) &&
			columns.some((column) => filter.cell === "" ? cellAt(column, i) !== "-" : letters.includes(cellAt(column, i)))) {
			wanted.push(i);
		}
	}
	return wanted;
}

// ---- the first view ----

function choice(name, label, options) {
	return element("label", {}, element("span", {}, label),
		element("select", { name, onchange: (event) => setFilter({ [name]: event.target.value }) },
			element("option", { value: "" }, "all"),
			options.map((option) => element("option", { value: option }, option))));
}

const distinct = (values) => [...new Set(values)].filter((value) => value !== "");

function buildFilters() {
	const form = byID("filters");
	form.addEventListener("submit", (event) => event.preventDefault());
	form.append(
		element("div", { class: "chips", role: "group", "aria-label": "Results" },
			Object.entries(cells).map(([letter, name]) => element("button", {
				type: "button", "data-cell": name, "aria-pressed": "false", onclick: () => {
					const chosen = new Set(filter.cell.split(",").filter((cell) => cell !== ""));
					if (!chosen.delete(name)) {
						chosen.add(name);
					}
					setFilter({ cell: [...chosen].join(",") });
				},
			}, element("span", { class: "sign " + name, "aria-hidden": "true" }, sign(letter)), " " + name))),
		element("div", { class: "fields" },
			element("label", { class: "search" }, element("span", {}, "search"),
				element("input", {
					type: "search", name: "q", autocomplete: "off", spellcheck: "false",
					placeholder: "a word, a rule, a feature", oninput: (event) => setFilter({ q: event.target.value.trim() }),
				})),
			choice("area", "area", distinct(data.cases.map((c) => c.area))),
			choice("duty", "duty", ["accept", "reject", "either", "survive"]),
			choice("importance", "importance", ["high", "medium", "low"]),
			choice("language", "language", distinct(data.columns.map((c) => c.language)).sort()),
			element("button", {
				type: "button", id: "reset",
				onclick: () => setFilter({ cell: "", area: "", duty: "", importance: "", language: "", q: "" }),
			}, "reset")));
	const roles = distinct(data.columns.map((c) => c.role));
	byID("roles").append(...roles.map((role) => element("button", {
		type: "button", "data-role": role, onclick: () => setFilter({ role, language: "" }),
	}, plural(columnsOf(role).length, role))));
	byID("roles").hidden = roles.length < 2;
}

// showFilters puts the state into the controls.
function showFilters() {
	const form = byID("filters");
	for (const button of form.querySelectorAll("[data-cell]")) {
		button.setAttribute("aria-pressed", filter.cell.split(",").includes(button.dataset.cell));
	}
	for (const name of ["area", "duty", "importance", "language"]) {
		form.elements[name].value = filter[name];
	}
	if (form.elements.q.value.trim() !== filter.q) {
		form.elements.q.value = filter.q;
	}
	for (const button of byID("roles").children) {
		button.setAttribute("aria-pressed", button.dataset.role === filter.role);
	}
	for (const section of document.querySelectorAll(".ranking")) {
		section.hidden = section.dataset.role !== filter.role;
	}
}

// maxOpened is the number of cases up to which the areas open by themselves when a filter is set.
const maxOpened = 100;

let watcher = null;

function renderHome() {
	showFilters();
	const columns = shownColumns();
	const wanted = shownCases(columns);
	const narrowed = ["cell", "area", "duty", "importance", "q"].some((key) => filter[key] !== "");
	const letters = counted();
	byID("counted").textContent =
		`${plural(wanted.length, "file")}, ${plural(columns.length, filter.role)}; the numbers count ` +
		(filter.cell === "" ? "failures" : filter.cell.replaceAll(",", " + "));

	watcher?.disconnect();
	watcher = new IntersectionObserver((entries) => {
		for (const entry of entries.filter((e) => e.isIntersecting)) {
			entry.target.more();
		}
	}, { root: byID("grid").parentElement, rootMargin: "600px" });

	const bodies = [];
	for (const area of distinct(wanted.map((i) => data.cases[i].area))) {
		const cases = wanted.filter((i) => data.cases[i].area === area);
		bodies.push(...areaRows(area, cases, columns, letters, opened.get(area) ?? (narrowed && wanted.length <= maxOpened)));
	}
	if (bodies.length === 0) {
		bodies.push(element("tbody", {}, element("tr", {},
			element("td", { class: "nothing", colspan: columns.length + 2 }, "No file is left by these filters."))));
	}
	byID("grid").replaceChildren(
		element("thead", {}, element("tr", {},
			element("th", { scope: "col", class: "name" }, "area"),
			element("th", { scope: "col", class: "n" }, "files"),
			columns.map((c) => element("th", { scope: "col", class: "turned" },
				element("a", { href: address({ [c.role]: c.id }) }, c.name, " ", element("span", { class: "variant" }, c.variant)))))),
		...bodies);
}

function areaRows(area, cases, columns, letters, open) {
	const id = "cases-" + area;
	const list = element("tbody", { id, class: "cases", hidden: !open });
	const button = element("button", {
		type: "button", "aria-expanded": String(open), "aria-controls": id, "data-area": area,
		onclick: () => {
			const now = button.getAttribute("aria-expanded") !== "true";
			opened.set(area, now);
			button.setAttribute("aria-expanded", String(now));
			list.hidden = !now;
			if (now) {
				start();
			}
		},
	}, area);
	let started = false;
	const start = () => {
		if (!started) {
			started = true;
			fill(list, cases, columns);
		}
	};
	if (open) {
		start();
	}
	const row = element("tr", {},
		element("th", { scope: "row", class: "name" }, button),
		element("td", { class: "n" }, cases.length),
		columns.map((column) => areaCell(column, cases, letters)));
	return [element("tbody", { class: "area" }, row), list];
}

function tally(column, cases) {
	const counts = {};
	for (const i of cases) {
		const cell = cellAt(column, i);
		counts[cell] = (counts[cell] ?? 0) + 1;
	}
	return counts;
}

const sum = (counts, letters) => [...letters].reduce((n, letter) => n + (counts[letter] ?? 0), 0);

function areaCell(column, cases, letters) {
	const counts = tally(column, cases);
	const total = cases.length - sum(counts, "-");
	const claimed = filter.cell === "" ? total - sum(counts, "U") : total;
	if (claimed === 0) {
		return element("td", { class: "n quiet", title: total === 0 ? "not run" : `${total} unsupported` }, total === 0 ? "" : sign("U"));
	}
	const n = sum(counts, letters);
	const title = Object.entries(cells).filter(([letter]) => counts[letter]).map(([letter, name]) => `${counts[letter]} ${name}`).join(", ");
	return element("td", { class: "n " + (n === 0 ? "quiet" : "tint" + Math.ceil(5 * n / claimed)), title }, n);
}

const rowsAtOnce = 60;

// fill appends the rows of the cases, those out of sight only when the end of the list comes near.
function fill(list, cases, columns) {
	let next = 0;
	const rest = element("tr", { "aria-hidden": "true" }, element("td", { class: "rest", colspan: columns.length + 2 }, "…"));
	rest.more = () => {
		const rows = cases.slice(next, next + rowsAtOnce).map((i) => caseRow(i, columns));
		next += rows.length;
		rest.before(...rows);
		watcher.unobserve(rest);
		if (next < cases.length) {
			watcher.observe(rest); // anew, so that it reports even if it never left
		} else {
			rest.remove();
		}
	};
	list.append(rest);
	rest.more();
}

function caseRow(i, columns) {
	const c = data.cases[i];
	return element("tr", {},
		element("th", { scope: "row", class: "name" },
			element("a", { href: address({ case: c.id }), title: c.comment }, c.id.slice(c.area.length + 1))),
		element("td", { class: "duty", title: "duty: " + c.duty }, c.duty),
		columns.map((column) => {
			const code = codeAt(column, i);
			return code[0] === "-" ? element("td", {}) :
				element("td", { class: "sign " + cells[code[0]], title: describe(code), "aria-label": describe(code) }, sign(code[0]));
		}));
}

// describe returns the cell, with the outcome where the cell doesn't tell it.
function describe(code) {
	const cell = cells[code[0]], outcome = outcomes[code[1]];
	return cell === outcome ? cell : `${cell}: ${outcome}`;
}

// ---- the view of a case ----

function badge(letter) {
	return element("span", { class: "badge" },
		element("span", { class: "sign " + cells[letter], "aria-hidden": "true" }, sign(letter)), " " + cells[letter]);
}

// prose returns text with the parts in backquotes as code.
function prose(text) {
	return text.split("`").map((part, i) => i % 2 === 1 ? element("code", {}, part) : part);
}

function facts(...pairs) {
	return element("dl", {}, pairs.filter(Boolean).map(([name, ...values]) => [
		element("dt", {}, name), element("dd", {}, ...values)]));
}

function caseLink(id, text) {
	return element("a", { href: address({ case: id }) }, text ?? id);
}

const duties = {
	accept: "accept: read the file, and get every value right",
	reject: "reject: refuse the file",
	either: "either: read the file right or refuse it",
	survive: "survive: read or refuse it, in bounded time and memory",
	unsupported: "unsupported: the profile's readers don't claim to read it",
};

function words(list, docs) {
	return list.flatMap((word, i) => [i > 0 ? ", " : null, element("span", { title: docs[word] }, word)]);
}

function renderCase(id) {
	const i = places.get(id);
	if (i === undefined) {
		return missing("No such file", `The corpus of this page has no file ${id}.`);
	}
	const c = data.cases[i];
	const around = shownCases(shownColumns());
	const at = around.indexOf(i);
	const parts = [
		element("nav", { "aria-label": "Files" }, home(),
			at > 0 && caseLink(data.cases[around[at - 1]].id, "‹ previous"),
			at >= 0 && at + 1 < around.length && caseLink(data.cases[around[at + 1]].id, "next ›"),
			at >= 0 && element("span", { class: "quiet" }, `${(at + 1).toLocaleString("en")} of ${around.length.toLocaleString("en")}`)),
		element("h1", { tabindex: "-1" }, c.id),
		element("p", { class: "lead" }, c.comment),
		facts(
			["a reader’s duty", duties[c.duty] ?? c.duty],
			c.known && ["conforms", c.conforms ? "yes" : "no"],
			c.known && ["importance", c.importance],
			c.flags.length > 0 && ["flags", c.flags.flatMap((flag, n) => [n > 0 ? element("br") : null, element("b", {}, flag), ": " + (data.flags[flag] ?? "")])],
			c.features.length > 0 && ["features", words(c.features, data.features)],
			c.known && ["file", element("code", {}, c.file), `, ${plural(c.size, "byte")}`, c.version && `, format ${c.version}`],
			c.twin !== "" && ["the same without the fault", caseLink(c.twin)],
			c.known && ["since", "corpus " + c.since]),
	];
	parts.push(element("h2", {}, c.rules.length === 0 ? "It breaks no rule" : c.rules.length === 1 ? "The rule that it breaks" : "The rules that it breaks"));
	for (const id of c.rules) {
		parts.push(ruleBlock(id));
	}
	if (c.known) {
		parts.push(element("h2", {}, "Bytes"), hexDump(c));
	}
	if (c.arrays.length > 0) {
		parts.push(element("h2", {}, c.arrays.length === 1 ? "The array that it holds" : "The arrays that it holds"), c.arrays.map(arrayBlock));
	}
	for (const role of distinct(data.columns.map((column) => column.role))) {
		const said = columnsOf(role).filter((column) => cellAt(column, i) !== "-");
		if (said.length > 0) {
			parts.push(element("h2", {}, role === "reader" ? "What the readers did" : `What the writers did with ${c.arrays.length === 1 ? "its array" : "its arrays"}`), verdicts(said, i));
		}
	}
	return show(c.id, parts);
}

function ruleBlock(id) {
	const rule = data.rules[id];
	if (!rule) {
		return element("p", {}, element("code", {}, id));
	}
	return element("div", { class: "rule" },
		element("p", {}, element("b", {}, id), `: ${rule.title} `, element("span", { class: "quiet" }, `(${rule.severity})`)),
		clauseBlock(rule.clause, true));
}

function clauseBlock(id, open) {
	const clause = data.clauses[id];
	const name = `${id} ${clause.title}`;
	return element("details", { open },
		element("summary", {}, "clause " + name, element("span", { class: "quiet" }, ` (${clause.strength})`)),
		clause.text.split("\n\n").map((paragraph) => element("p", {}, prose(paragraph))),
		data.published && element("p", {}, element("a", { href: clause.link }, name)));
}

function arrayBlock(array) {
	const values = array.values.map((value) => JSON.stringify(value));
	return element("div", {},
		element("p", {}, array.key && [element("b", {}, array.key), ": "], element("code", {}, array.dtype), ` of shape (${array.shape.join(", ")}${array.shape.length === 1 ? "," : ""}), in ${array.fortran ? "Fortran" : "C"} order`),
		element("p", { class: "values" }, values.length === 0 ? element("span", { class: "quiet" }, "no elements") : element("code", {}, values.join(" ")),
			array.count > values.length && ` … ${array.count - values.length} more`));
}

// bySeverity sorts columns by what they did with a case, worst first.
function bySeverity(columns, i) {
	return columns.toSorted((a, b) => worst.indexOf(cellAt(a, i)) - worst.indexOf(cellAt(b, i)));
}

function saidOf(column, i) {
	return column.said.get(i) ?? {};
}

function message(column, i) {
	const { text, known } = saidOf(column, i);
	return [text && element("code", {}, text), known && element("p", { class: "known" }, known)];
}

function verdicts(columns, i) {
	return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results" }, element("table", { class: "verdicts" },
		element("thead", {}, element("tr", {}, heads("implementation", "language", "result", "outcome", "message"))),
		element("tbody", {}, bySeverity(columns, i).map((column) => element("tr", {},
			element("th", { scope: "row" }, columnLink(column)),
			element("td", { class: "wide" }, column.language),
			element("td", {}, badge(cellAt(column, i))),
			element("td", { class: "wide" }, outcomes[codeAt(column, i)[1]]),
			element("td", { class: "message" }, message(column, i)))))));
}

// heads makes the heads of a table. The second and the fourth column are left out where there is no
// room.
function heads(...names) {
	return names.map((name, i) => element("th", { scope: "col", class: i % 2 === 1 ? "wide" : null }, name));
}

function columnLink(column) {
	return element("a", { href: address({ [column.role]: column.id }) }, column.name, " ", element("span", { class: "variant" }, column.variant));
}

// ---- bytes ----

const perRow = 16;
const rowsOfRegion = 8;

// hexDump shows the head of a file, range by range, with the meaning of each at its side and what
// is wrong with it below.
function hexDump(c) {
	const bytes = Uint8Array.from(atob(c.head), (char) => char.charCodeAt(0));
	if (c.size === 0) {
		return element("p", {}, "The file is empty.");
	}
	const ranges = [];
	let end = 0;
	const unknown = (to) => {
		if (end < Math.min(to, bytes.length)) {
			ranges.push({ at: end, n: Math.min(to, c.size) - end, name: "not part of anything that is known" });
		}
	};
	for (const region of c.regions) {
		unknown(region.at);
		ranges.push(region);
		end = Math.max(end, region.at + region.n);
	}
	unknown(c.size);
	const wrong = c.findings.filter((f) => f.at >= 0 && f.at < bytes.length);
	const marked = (at) => wrong.some((f) => f.at <= at && at < f.at + f.n);
	const rows = ranges.flatMap((range, r) => rangeRows(range, bytes, marked, r));
	if (c.size > bytes.length) {
		rows.push(element("tr", {}, element("td"), element("td", { class: "quiet", colspan: 3 }, `${plural(c.size, "byte")} in all`)));
	}
	return element("div", {},
		element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Bytes" }, element("table", { class: "hex" },
			element("thead", { class: "hidden" }, element("tr", {}, ["offset", "bytes", "text", "meaning"].map((head) => element("th", { scope: "col" }, head)))),
			element("tbody", {}, rows))),
		c.findings.length > 0 && element("ul", { class: "findings" }, c.findings.map((f) => element("li", {},
			element("b", {}, f.severity), f.at >= 0 && ` at ${f.at}`, `: ${f.message} `, element("span", { class: "quiet" }, f.rule)))));
}

function rangeRows(range, bytes, marked, number) {
	const shown = Math.min(range.n, bytes.length - range.at, rowsOfRegion * perRow);
	const rows = [];
	for (let at = range.at; at < range.at + shown; at += perRow) {
		const stop = Math.min(at + perRow, range.at + shown);
		const hex = [], ascii = [];
		for (let i = at; i < stop; i++) {
			const kind = marked(i) ? "mark" : "span";
			const text = bytes[i].toString(16).padStart(2, "0");
			const char = bytes[i] >= 0x20 && bytes[i] <= 0x7e ? String.fromCharCode(bytes[i]) : ".";
			if (hex.at(-1)?.kind === kind) {
				hex.at(-1).text += " " + text;
				ascii.at(-1).text += char;
			} else {
				hex.push({ kind, text });
				ascii.push({ kind, text: char });
			}
		}
		const parts = (list, gap) => list.map((part, n) => [n > 0 ? gap : null, part.kind === "mark" ? element("mark", {}, part.text) : part.text]).flat();
		rows.push(element("tr", { class: number % 2 === 0 ? "even" : null },
			element("td", { class: "quiet" }, at.toString(16).padStart(4, "0")),
			element("td", {}, ...parts(hex, " ")),
			element("td", {}, ...parts(ascii, null)),
			element("td", { class: "meaning" }, at === range.at ? range.name : "")));
	}
	if (range.n > shown && shown === rowsOfRegion * perRow) {
		rows.push(element("tr", { class: number % 2 === 0 ? "even" : null }, element("td"), element("td", { class: "quiet", colspan: 3 }, `… ${plural(range.n - shown, "byte")} more`)));
	}
	return rows;
}

// ---- the view of a reader or a writer ----

function renderColumn(role, id) {
	const column = columnsOf(role).find((c) => c.id === id);
	if (!column) {
		return missing(`No such ${role}`, `This page has no ${role} ${id}.`);
	}
	const all = [...data.cases.keys()].filter((i) => cellAt(column, i) !== "-");
	const wrong = all.filter((i) => failing.includes(cellAt(column, i)));
	const counts = tally(column, all);
	const claimed = all.length - (counts.U ?? 0);
	const parts = [
		element("nav", { "aria-label": "Readers" }, home(), columnsOf(role).length > 1 && neighbours(role, column),
			data.columns.filter((c) => c.id === id && c.role !== role).map((other) => element("a", { href: address({ [other.role]: id }) }, `as a ${other.role}`))),
		element("h1", { tabindex: "-1" }, column.name, " ", element("span", { class: "variant" }, column.variant)),
		element("p", { class: "lead" }, `${wrong.length.toLocaleString("en")} of the ${plural(claimed, role === "reader" ? "file" : "array")} that this ${role} claims to support went wrong`,
			claimed > 0 && ` (${(100 * wrong.length / claimed).toFixed(1)} %)`, "."),
		facts(
			column.language && ["language", column.language],
			column.package && ["package", column.package],
			column.license && ["license", column.license],
			column.formats.length > 0 && ["formats", column.formats.join(", ")],
			column.about && ["about", column.about],
			["claims", column.features?.length > 0 ? words(column.features, data.features) : "all features"]),
		element("ul", { class: "legend counts" }, Object.keys(cells).map((letter) => element("li", { class: counts[letter] ? null : "none" }, badge(letter), " ", element("b", {}, counts[letter] ?? 0)))),
		element("h2", {}, "By area"), areasOf(column, all),
	];
	const rules = role === "reader";
	parts.push(element("h2", {}, wrong.length === 0 ? "Nothing went wrong" : `What went wrong, by ${rules ? "the rule that the file breaks" : "area"}`));
	for (const group of groups(wrong, rules)) {
		parts.push(groupBlock(column, group, wrong.length <= 40));
	}
	return show(`${column.name} ${column.variant}`, parts);
}

function neighbours(role, column) {
	const list = columnsOf(role);
	const at = list.indexOf(column);
	const link = (other, text) => other && element("a", { href: address({ [role]: other.id }), title: `${other.name} ${other.variant}` }, text);
	return [link(list[at - 1], "‹ worse"), link(list[at + 1], "better ›"), element("span", { class: "quiet" }, `${at + 1} of ${list.length}, worst first`)];
}

function areasOf(column, all) {
	const letters = Object.keys(cells);
	return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results by area" }, element("table", { class: "areas" },
		element("thead", {}, element("tr", {}, element("th", { scope: "col" }, "area"), letters.map((letter) => element("th", { scope: "col", class: "n" }, cells[letter])))),
		element("tbody", {}, distinct(all.map((i) => data.cases[i].area)).map((area) => {
			const counts = tally(column, all.filter((i) => data.cases[i].area === area));
			return element("tr", {}, element("th", { scope: "row" }, area), letters.map((letter) =>
				element("td", { class: counts[letter] ? failing.includes(letter) ? "n bad" : "n" : "n none" }, counts[letter] ?? 0)));
		}))));
}

// groups parts failures by the first rule that the file breaks, and by area those of files that break
// none, and all those of a writer, to whom the file is not given. Large groups stand first.
function groups(wrong, rules) {
	const found = new Map();
	for (const i of wrong) {
		const c = data.cases[i];
		const rule = rules ? c.rules[0] : undefined;
		const key = rule ?? " " + c.area;
		if (!found.has(key)) {
			found.set(key, { rule, area: c.area, cases: [] });
		}
		found.get(key).cases.push(i);
	}
	return [...found.values()].sort((a, b) => b.cases.length - a.cases.length);
}

function groupBlock(column, group, open) {
	const rule = data.rules[group.rule];
	const table = () => element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": group.rule ?? group.area }, element("table", { class: "verdicts" },
		element("thead", {}, element("tr", {}, heads("file", "duty", "result", "outcome", "message"))),
		element("tbody", {}, group.cases.map((i) => element("tr", {},
			element("th", { scope: "row" }, caseLink(data.cases[i].id), element("div", { class: "story" }, data.cases[i].comment)),
			element("td", { class: "wide" }, data.cases[i].duty),
			element("td", {}, badge(cellAt(column, i))),
			element("td", { class: "wide" }, outcomes[codeAt(column, i)[1]]),
			element("td", { class: "message" }, message(column, i)))))));
	const block = element("details", { class: "group" },
		element("summary", {},
			element("span", { class: "count" }, group.cases.length), " ",
			rule ? element("span", {}, element("span", { class: "clause" }, rule.clause), " ", element("b", {}, group.rule), `: ${rule.title}`) :
				group.rule ? element("b", {}, group.rule) :
					element("span", {}, element("span", { class: "clause" }, "–"), " ", element("b", {}, group.area), column.role === "reader" && ": good files, which break no rule"),
			" ", distinct(group.cases.map((i) => cellAt(column, i))).map((letter) => element("span", { class: "sign " + cells[letter], title: cells[letter] }, sign(letter)))));
	const fillIn = () => {
		if (block.open && block.children.length === 1) {
			block.append(...[rule && clauseBlock(rule.clause), table()].filter(Boolean));
		}
	};
	block.addEventListener("toggle", fillIn);
	block.open = open;
	fillIn();
	return block;
}

// ---- views ----

function home() {
	return element("a", { href: homeAddress() }, "‹ all files");
}

function missing(title, text) {
	return show(title, [element("nav", { "aria-label": "Files" }, home()), element("h1", { tabindex: "-1" }, title), element("p", {}, text)]);
}

function show(title, parts) {
	document.title = `${title} – ${pageTitle}`;
	byID("detail").replaceChildren(...parts.flat().filter(Boolean));
}

const pageTitle = document.title;

function route() {
	const target = readAddress();
	const main = byID("home"), detail = byID("detail"), table = byID("grid").parentElement;
	if (target.view !== "home") {
		if (!main.hidden) {
			left = { page: scrollY, table: table.scrollTop, link: document.activeElement };
		}
		if (target.view === "case") {
			renderCase(target.id);
		} else {
			renderColumn(target.view, target.id);
		}
		main.hidden = true;
		detail.hidden = false;
		scrollTo(0, 0);
		detail.querySelector("h1").focus({ preventScroll: true });
		return;
	}
	const returned = main.hidden;
	main.hidden = false;
	detail.hidden = true;
	detail.replaceChildren();
	document.title = pageTitle;
	const found = { ...target.filter };
	if (columnsOf(found.role).length === 0) {
		found.role = data.columns[0].role;
	}
	// The values come from the address, which anybody may have written.
	for (const name of ["area", "duty", "importance", "language"]) {
		if (![...byID("filters").elements[name].options].some((option) => option.value === found[name])) {
			found[name] = "";
		}
	}
	found.cell = found.cell.split(",").filter((cell) => Object.values(cells).includes(cell)).join(",");
	if (byID("grid").children.length === 0 || Object.keys(filter).some((key) => filter[key] !== found[key])) {
		Object.assign(filter, found);
		opened.clear();
		renderHome();
	}
	if (returned && left !== null) {
		scrollTo(0, left.page);
		table.scrollTop = left.table;
		left.link.focus({ preventScroll: true });
	}
}

async function main() {
	const notice = byID("notice");
	if (typeof DecompressionStream === "undefined") {
		notice.textContent = "This browser is too old to show the files: it can’t decompress them (DecompressionStream).";
		return;
	}
	try {
		data = await decode(byID("data").textContent);
	} catch (error) {
		notice.textContent = `The files can’t be shown, because the data of this page are damaged (${error.message}).`;
		return;
	}
	places = new Map(data.cases.map((c, i) => [c.id, i]));
	for (const c of data.cases) {
		c.text = [c.id, c.comment, ...c.rules, ...c.flags, ...c.features, ...c.rules.map((id) => data.rules[id]?.clause ?? "")].join("\n").toLowerCase();
	}
	for (const column of data.columns) {
		column.said = new Map(column.messages.flatMap((m) => m.cases.map((i) => [i, m])));
	}
	notice.hidden = true;
	if (data.columns.length === 0) {
		return;
	}
	buildFilters();
	filter.role = data.columns[0].role;
	byID("matrix").hidden = false;
	history.scrollRestoration = "manual";
	addEventListener("hashchange", route);
	route();
}

main();
