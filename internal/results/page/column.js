// ---- the view of a reader or a writer ----

function renderColumn(role, id) {
	const column = columnsOf(role).find((c) => c.id === id);
	if (!column) {
		return missing(`No such ${role}`, `This page has no ${role} ${id}.`);
	}
	const all = [...data.cases.keys()].filter((i) => cellAt(column, i) !== "-");
	const { counts, claims } = column;
	const parts = [
		element("nav", { "aria-label": "Readers" }, home(), columnsOf(role).length > 1 && neighbours(role, column),
			data.columns.filter((c) => c.id === id && c.role !== role).map((other) => element("a", { href: address({ [other.role]: id }) }, `as a ${other.role}`))),
		element("h1", { tabindex: "-1" }, column.name, " ", element("span", { class: "variant" }, column.variant)),
		element("p", { class: "lead" }, `Of the ${plural(claims, role === "reader" ? "file" : "array")} that this ${role} claims to support, it failed `,
			role === "reader" ? ["severely on ", failures(sum(counts, headlineOf(column)), claims), ", with wrong data, a crash, a hang or running out of memory, gave the wrong verdict on ",
				failures(counts.V ?? 0, claims), ", and raised an exception that it doesn’t document on ", failures(counts.X ?? 0, claims), ". "] : ["on ", failures(sum(counts, headlineOf(column)), claims), ". "],
			data.published && column.findings && element("a", { href: column.findings }, `Findings on ${column.name}`)),
		facts(
			column.language && ["language", column.language],
			column.package && ["package", column.package],
			column.version && ["version", column.version],
			column.license && ["license", column.license],
			column.formats.length > 0 && ["formats", column.formats.join(", ")],
			column.about && ["about", column.about],
			column.ran?.runtime && ["runtime", column.ran.runtime],
			column.ran?.elsewhere && ["not run by us, but by", column.ran.elsewhere],
			column.ran?.time && ["limits for a file", `${column.ran.time}, memory ${column.ran.memory}, address space ${column.ran.space}`],
			releases(column),
			["claims", column.features?.length > 0 ? words(column.features, data.features) : "all features"]),
		element("ul", { class: "legend counts" }, Object.keys(cells).map((letter) => element("li", { class: counts[letter] ? null : "none" }, badge(letter), " ", element("b", {}, group(counts[letter] ?? 0))))),
		element("h2", {}, "By area"), areasOf(column, all),
	];
	parts.push(element("h2", {}, wentWrong(column)), ...causeBlocks(column));
	return show(`${column.name} ${column.variant}`, parts);
}

const wentWrong = (column) => column.causes.length === 0 ? "Nothing went wrong" : "What went wrong, by cause";

// maxShown is the number of failures up to which those of each cause are listed at once.
const maxShown = 20;

// causeBlocks makes a line for each cause, the worst first. It opens the failures.
function causeBlocks(column) {
	const open = column.causes.reduce((n, cause) => n + cause.cases.length, 0) <= maxShown;
	return column.causes.map((cause, n) => causeBlock(column, cause, `Files of cause ${n + 1}`, open));
}

// renderFailures shows at once what went wrong, if the page has one reader or writer.
function renderFailures() {
	const [column, other] = data.columns;
	if (!other) {
		byID("failures-heading").textContent = wentWrong(column);
		byID("failures").append(...causeBlocks(column));
		byID("failures").hidden = false;
	}
}

// failures returns a number and its share.
const failures = (n, claims) => [element("b", {}, group(n)), claims > 0 && ` (${percent(n, claims)})`];

// releases leads to the other releases of an implementation, and to what changed.
function releases(column) {
	const list = columnsOf(column.role).filter((c) => c.name === column.name && c !== column);
	return list.length > 0 && ["releases", list.map((other, n) => [n > 0 && ", ",
		element("a", { href: address({ [other.role]: other.id }) }, other.variant), " (",
		element("a", { href: address({ role: other.role, a: other.id, b: column.id }), "aria-label": `compare with ${other.variant}` }, "compare"), ")"])];
}

function neighbours(role, column) {
	const list = columnsOf(role).filter((c) => !c.newest);
	const at = list.indexOf(column);
	if (at < 0) {
		return columnLink(list.find((c) => c.id === column.newest));
	}
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

function causeBlock(column, { text, rules, cases }, label, open) {
	const [first, ...others] = (rules ?? []).map((id) => data.rules[id]);
	const table = () => element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": label }, element("table", { class: "verdicts" },
		element("thead", {}, element("tr", {}, heads("file", "duty", "result", "outcome", "message"))),
		element("tbody", {}, cases.map((i) => element("tr", {},
			element("th", { scope: "row" }, caseLink(data.cases[i].id), element("div", { class: "story" }, data.cases[i].comment)),
			element("td", { class: "wide" }, data.cases[i].duty),
			element("td", {}, badge(cellAt(column, i))),
			element("td", { class: "wide" }, outcomes[codeAt(column, i)[1]]),
			element("td", { class: "message" }, message(column, i)))))));
	const block = element("details", { class: "cause" },
		element("summary", {},
			element("span", { class: "count" }, group(cases.length)), " ", badge(cellAt(column, cases[0])), ": ", text,
			rules && [" ", element("code", {}, `[${rules.join(", ")}]`)],
			element("div", { class: "such" }, cases.slice(0, 3).map((i) => data.cases[i].id).join(", "), cases.length > 3 && ", …")));
	const fillIn = () => {
		if (block.open && block.children.length === 1) {
			block.append(...[first && others.length === 0 && clauseBlock(first.clause), table()].filter(Boolean));
		}
	};
	block.addEventListener("toggle", fillIn);
	block.open = open;
	fillIn();
	return block;
}
