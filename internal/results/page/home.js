// ---- the first view ----

function choice(name, label, options, none = "all") {
	return element("label", {}, element("span", {}, label),
		element("select", { name, onchange: (event) => setFilter({ [name]: event.target.value }) },
			element("option", { value: "" }, none),
			options.map((option) => element("option", { value: option }, option))));
}

// offerColumns fills the two controls for the columns to compare with those of a role.
function offerColumns(role) {
	byID("filters").dataset.role = role;
	const { a, b } = byID("filters").elements;
	for (const select of a ? [a, b] : []) {
		select.replaceChildren(element("option", { value: "" }, "none"),
			...columnsOf(role).toSorted(rankKeys.name).map((c) => element("option", { value: c.id }, `${c.name} ${c.variant}`)));
	}
}

const distinct = (values) => [...new Set(values)].filter((value) => value !== "");

const severeCells = [...severe].map((letter) => cells[letter]).join(",");

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
			}, element("span", { class: "sign " + name, "aria-hidden": "true" }, sign(letter)), " " + name)),
			element("button", {
				type: "button", id: "severe", "aria-pressed": "false", title: severeCells.replaceAll(",", ", "),
				onclick: () => setFilter({ cell: filter.cell === severeCells ? "" : severeCells }),
			}, "all severe")),
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
			data.columns.length > 1 && [choice("a", "compare", [], "none"), choice("b", "with", [], "none")],
			element("button", {
				type: "button", id: "reset",
				onclick: () => setFilter(Object.fromEntries([...selecting, "sort"].map((key) => [key, ""]))),
			}, "reset")));
	const roles = distinct(data.columns.map((c) => c.role));
	byID("roles").append(...roles.map((role) => element("button", {
		type: "button", "data-role": role, onclick: () => setFilter({ role, language: "", a: "", b: "" }),
	}, plural(distinct(columnsOf(role).map((c) => c.name)).length, role))));
	byID("roles").hidden = roles.length < 2;
}

// showFilters puts the state into the controls.
function showFilters() {
	const form = byID("filters");
	for (const button of form.querySelectorAll("[data-cell]")) {
		button.setAttribute("aria-pressed", filter.cell.split(",").includes(button.dataset.cell));
	}
	byID("severe").setAttribute("aria-pressed", String(filter.cell === severeCells));
	if (form.dataset.role !== filter.role) {
		offerColumns(filter.role);
	}
	for (const name of selects()) {
		form.elements[name].value = filter[name];
	}
	if (form.elements.q.value.trim() !== filter.q) {
		form.elements.q.value = filter.q;
	}
	for (const button of byID("roles").children) {
		button.setAttribute("aria-pressed", button.dataset.role === filter.role);
	}
}

const selects = () => [...byID("filters").elements].filter((e) => e.localName === "select").map((e) => e.name);

function renderHome() {
	const focus = document.activeElement?.dataset.focus;
	showFilters();
	renderRanking();
	const columns = shownColumns();
	const wanted = shownCases(columns);
	const pair = compared();
	const label = (column) => `${column.name} ${column.variant}`;
	byID("counted").textContent = pair ? `${plural(wanted.length, "file")} on which ${label(pair[0])} and ${label(pair[1])} differ` +
		(counted().includes("U") ? "" : ", of those that both claim") :
		`${plural(wanted.length, "file")}, ${plural(columns.length, filter.role)}; the numbers count ` +
		(filter.cell === "" ? "failures" : filter.cell.replaceAll(",", " + "));
	byID("difference").hidden = pair === null;
	byID("difference").replaceChildren(...pair ? changes(pair, wanted) : []);
	renderGrid(columns, wanted);
	if (focus && document.activeElement?.dataset.focus !== focus) {
		[...document.querySelectorAll("[data-focus]")].find((e) => e.dataset.focus === focus)?.focus({ preventScroll: true });
	}
}

// changes counts how the results of two columns differ, the most frequent first.
function changes([a, b], wanted) {
	const counts = new Map();
	for (const i of wanted) {
		const key = codeAt(a, i) + codeAt(b, i);
		counts.set(key, (counts.get(key) ?? 0) + 1);
	}
	const result = (code, other) => [badge(code[0]), code[0] === other[0] && `: ${outcomes[code[1]]}`];
	return [...counts].toSorted(([, n], [, m]) => m - n).map(([key, n]) => element("li", {},
		element("b", {}, group(n)), " ", result(key.slice(0, 2), key.slice(2)), element("span", { class: "quiet" }, " → "), result(key.slice(2), key.slice(0, 2))));
}
