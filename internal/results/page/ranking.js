// ---- the ranking ----

// The page has the tables of the ranking without a script, with every release. This puts buttons into
// their heads, folds the releases of an implementation, and sorts.

const rankKeys = (() => {
	const text = (value) => (a, b) => value(a).localeCompare(value(b), "en");
	const falling = (value) => (a, b) => value(b) - value(a);
	const share = (column, letters) => sum(column.counts, letters) / Math.max(column.claims, 1);
	return {
		name: text((c) => c.name),
		language: text((c) => c.language),
		claims: falling((c) => c.claims),
		headline: falling((c) => share(c, headlineOf(c))),
		wrong: falling((c) => share(c, "V")),
		...Object.fromEntries(Object.entries(cells).map(([letter, cell]) => [cell, falling((c) => c.counts[letter] ?? 0)])),
	};
})();
// headlineOf returns the letters of the failures that a column is ranked by.
const headlineOf = (column) => column.role === "reader" ? severe : failing;
const rising = ["name", "language"];
const ranked = () => filter.rank || "headline";

function buildRanking() {
	for (const head of document.querySelectorAll(".ranking th[data-sort]")) {
		const key = head.dataset.sort;
		head.replaceChildren(element("button", {
			type: "button", "data-focus": "rank " + key, title: head.title,
			onclick: () => {
				const next = ranked() === key ? "-" + key : key;
				setFilter({ rank: next === "headline" ? "" : next });
			},
		}, head.textContent));
		head.removeAttribute("title");
	}
}

function renderRanking() {
	for (const section of document.querySelectorAll(".ranking")) {
		section.hidden = section.dataset.role !== filter.role;
		for (const head of section.querySelectorAll("th[data-sort]")) {
			head.setAttribute("aria-sort", sortState(head.dataset.sort, ranked(), rising.includes(head.dataset.sort)));
		}
		const rows = new Map([...section.querySelectorAll("tbody tr")].map((row) => [row.dataset.id, row]));
		const newest = columnsOf(section.dataset.role).filter((c) => !c.newest);
		for (const column of ordered(newest, ranked(), rankKeys)) {
			const row = rows.get(column.id);
			row.querySelector(".fold")?.remove();
			const button = foldButton(column, "ranking", (n, open) => open ? `hide ${n}` : `+${n} more`);
			if (button) {
				row.querySelector("th").append(button);
			}
			row.parentElement.append(row);
			for (const other of others(column)) {
				const below = rows.get(other.id);
				below.hidden = !unfolded(column.name);
				row.parentElement.append(below);
			}
		}
	}
}
