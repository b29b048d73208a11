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
	offerColumns(found.role);
	for (const name of selects()) {
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
		notice.textContent = `The files can’t be shown, because the data of this page is damaged (${error.message}).`;
		return;
	}
	places = new Map(data.cases.map((c, i) => [c.id, i]));
	for (const c of data.cases) {
		c.text = [c.id, c.comment, ...c.rules, ...c.flags, ...c.features, ...c.rules.map((id) => data.rules[id]?.clause ?? "")].join("\n").toLowerCase();
	}
	for (const column of data.columns) {
		column.said = new Map(column.messages.flatMap((m) => m.cases.map((i) => [i, m])));
		column.counts = tally(column, [...data.cases.keys()]);
		column.claims = sum(column.counts, failing + "EP");
	}
	notice.hidden = true;
	if (data.columns.length === 0) {
		return;
	}
	buildFilters();
	buildRanking();
	renderFailures();
	filter.role = data.columns[0].role;
	byID("matrix").hidden = false;
	byID("order").hidden = data.columns.length === 1;
	history.scrollRestoration = "manual";
	addEventListener("hashchange", route);
	narrow.addEventListener("change", route);
	route();
}

main();
