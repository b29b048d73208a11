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

const dutyNames = ["accept", "reject", "either", "survive"];
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
			c.known && ["file", element("code", {}, c.file), `, ${plural(c.size, "byte")}`, c.version && `, format ${c.version}`, download(c)],
			c.twin !== "" && ["the same without the fault", caseLink(c.twin)],
			c.known && ["since", "corpus " + c.since]),
	];
	if (c.known) {
		parts.push(element("h2", {}, "Commands"), commands(c, i));
	}
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

// commands are those that a developer of a reader needs for a case. The names of cases and files are
// those of the corpus, which need no quotes.
function commands(c, i) {
	const writers = columnsOf("writer").some((column) => cellAt(column, i) !== "-");
	return facts(
		["look at the file", command(`npycheck corpus show ${c.id}`)],
		["try your reader", command(`npycheck conform --run ${c.id} -- ./reader`)],
		writers && ["try your writer", command(`npycheck conform --writer --run ${c.id} -- ./writer`)],
		["get all files", command("npycheck corpus copy npycheck-corpus"),
			element("div", { class: "quiet" }, "this one is ", element("code", {}, `npycheck-corpus/vectors/${c.file}`))]);
}

// command shows a line with a button that copies it. A browser may forbid that: then the line is
// selected.
function command(text) {
	const code = element("code", {}, text), said = element("span", { class: "quiet", role: "status" });
	return element("div", { class: "command" }, code, element("button", {
		type: "button", title: "copy " + text, onclick: async () => {
			try {
				await navigator.clipboard.writeText(text);
				said.textContent = "copied";
			} catch {
				getSelection().selectAllChildren(code);
				said.textContent = "selected";
			}
		},
	}, "copy"), said);
}

// download returns a link to the bytes of a file, if the page has them all.
function download(c) {
	const bytes = bytesOf(c);
	if (bytes.length < c.size) {
		return element("span", { class: "quiet" }, ", too large to download from this page");
	}
	return [" ", element("a", {
		href: "data:application/octet-stream;base64," + btoa(String.fromCharCode(...bytes)),
		download: c.file.slice(c.file.lastIndexOf("/") + 1),
	}, "download")];
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

// verdicts folds the releases that did the same as the newest of their implementation.
function verdicts(columns, i) {
	const did = (column) => [codeAt(column, i), saidOf(column, i).text, saidOf(column, i).known].join("\n");
	const same = (newest, other) => other.newest === newest.id && did(other) === did(newest);
	const shown = columns.filter((column) => !columns.some((newest) => same(newest, column)));
	return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Results" }, element("table", { class: "verdicts" },
		element("thead", {}, element("tr", {}, heads("implementation", "language", "result", "outcome", "message"))),
		element("tbody", {}, bySeverity(shown, i).map((column) => element("tr", {},
			element("th", { scope: "row" }, columnLink(column), columns.some((other) => same(column, other)) &&
				element("div", { class: "variant" }, "and " + columns.filter((other) => same(column, other)).map((other) => other.variant).join(", "))),
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
