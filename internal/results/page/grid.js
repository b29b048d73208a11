// ---- the table of areas and files ----

// maxOpened is the number of cases up to which the areas open by themselves when a filter is set.
const maxOpened = 100;

let watcher = null;

function renderGrid(columns, wanted) {
	const grid = byID("grid");
	const narrowed = selecting.some((key) => key !== "language" && filter[key] !== "");
	const letters = counted();
	watcher?.disconnect();
	watcher = new IntersectionObserver((entries) => {
		for (const entry of entries.filter((e) => e.isIntersecting)) {
			entry.target.more();
		}
	}, { root: grid.parentElement, rootMargin: "600px" });

	const areas = distinct(wanted.map((i) => data.cases[i].area)).map((name) => ({ name, cases: wanted.filter((i) => data.cases[i].area === name) }));
	const failed = (area, column) => sum(tally(column, area.cases), letters);
	const areaKeys = { name: (a, b) => a.name.localeCompare(b.name, "en"), files: (a, b) => b.cases.length - a.cases.length };
	const caseKeys = {
		name: (i, j) => data.cases[i].id.localeCompare(data.cases[j].id, "en"),
		files: (i, j) => dutyNames.indexOf(data.cases[i].duty) - dutyNames.indexOf(data.cases[j].duty),
	};
	for (const column of columns) {
		areaKeys[column.id] = (a, b) => failed(b, column) - failed(a, column);
		caseKeys[column.id] = (i, j) => worst.indexOf(cellAt(column, i)) - worst.indexOf(cellAt(column, j));
	}
	const bodies = ordered(areas, filter.sort, areaKeys).flatMap(({ name, cases }) =>
		areaRows(name, ordered(cases, filter.sort, caseKeys), columns, letters, opened.get(name) ?? (narrowed && wanted.length <= maxOpened)));
	if (bodies.length === 0) {
		bodies.push(element("tbody", {}, element("tr", {},
			element("td", { class: "nothing", colspan: columns.length + 2 }, compared() && selecting.every((key) => ["a", "b"].includes(key) || filter[key] === "") ?
				"They agree on every file." : "No file matches these filters."))));
	}
	grid.replaceChildren(
		element("thead", {}, element("tr", {},
			sortHead("name", { class: "name" }, (mark) => ["area ", mark], "sort by name"),
			sortHead("files", { class: "n files" }, (mark) => ["files ", mark], "sort by number of files, and files by duty"),
			columns.map((c) => sortHead(c.id, { class: "turned" }, (mark) => mark, `sort by results of ${c.name} ${c.variant}`,
				columnLink(c), compared() ? null : foldButton(c, "grid", (n, open) => open ? "−" : "+" + n))))),
		...bodies);
}

// sortHead makes the head of a column. Its button sorts, the second time in reverse, and the
// third time it restores the order in which the corpus lists the cases.
function sortHead(key, properties, label, title, ...rest) {
	const state = sortState(key, filter.sort, key === "name");
	const mark = element("span", { class: "mark", "aria-hidden": "true" }, { none: "↕", ascending: "↑", descending: "↓" }[state]);
	return element("th", { scope: "col", ...properties, "aria-sort": state }, ...rest, element("button", {
		type: "button", class: "sort", title, "aria-label": properties.class === "turned" && title, "data-focus": "sort " + key,
		onclick: () => setFilter({ sort: filter.sort === key ? "-" + key : filter.sort === "-" + key ? "" : key }),
	}, label(mark)));
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
		element("td", { class: "n files" }, cases.length),
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
	const title = `${n} of ${plural(claimed, "file")}` + (filter.cell === "" ? " that it claims" : "") + ": " +
		Object.entries(cells).filter(([letter]) => counts[letter]).map(([letter, name]) => `${counts[letter]} ${name}`).join(", ");
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
			watcher.observe(rest); // again, so that it reports even if it never left
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
		element("td", { class: "duty files", title: "duty: " + c.duty }, c.duty),
		columns.map((column) => {
			const code = codeAt(column, i);
			if (code[0] === "-") {
				return element("td", {});
			}
			return compared() ? element("td", { class: "outcome" }, badge(code[0]), cells[code[0]] !== outcomes[code[1]] && `: ${outcomes[code[1]]}`) :
				element("td", { class: "sign " + cells[code[0]], title: describe(code), "aria-label": describe(code) }, sign(code[0]));
		}));
}

// describe returns the cell, with the outcome if the cell doesn't imply it.
function describe(code) {
	const cell = cells[code[0]], outcome = outcomes[code[1]];
	return cell === outcome ? cell : `${cell}: ${outcome}`;
}
