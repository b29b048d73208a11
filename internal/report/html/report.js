"use strict";

// The filters of a report. Everything is shown without them.

const byID = (id) => document.getElementById(id);

// The summary is known last, and so it stands behind the files, above which the style shows it.
byID("files").before(byID("top"));

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

const files = [...document.querySelectorAll(".file")].map((element) => ({
	element,
	findings: [...element.querySelectorAll("li")].map((item) => ({ item, ...item.dataset })),
}));
const all = files.reduce((n, file) => n + file.findings.length, 0);

// textOf returns what is searched of a finding.
function textOf(file, finding) {
	finding.text ??= [file.element.querySelector("h3"), ...finding.item.querySelectorAll("p")]
		.map((part) => part.textContent.toLowerCase()).join("\n");
	return finding.text;
}

const openedByFilter = 100; // findings: more are left folded

function apply() {
	const form = byID("filters");
	const severities = [...form.querySelectorAll("[aria-pressed=true]")].map((button) => button.dataset.severity);
	const rule = form.elements.rule.value;
	const text = form.elements.text.value.toLowerCase();
	const filtered = severities.length > 0 || rule !== "" || text !== "";
	let findings = 0;
	const found = files.filter((file) => {
		let n = 0;
		for (const f of file.findings) {
			const fits = (severities.length === 0 || severities.includes(f.severity)) &&
				(rule === "" || f.rule === rule) && (text === "" || textOf(file, f).includes(text));
			f.item.hidden = !fits;
			n += fits ? 1 : 0;
		}
		file.element.hidden = n === 0 && filtered;
		findings += n;
		return n > 0;
	});
	if (filtered && findings <= openedByFilter) {
		fold(found, false);
	}
	byID("counted").textContent = filtered
		? `${findings} of ${plural(all, "finding")}, in ${found.length} of ${plural(files.length, "file")}`
		: `${plural(all, "finding")} in ${plural(files.length, "file")}`;
}

function fold(list, folded) {
	for (const { element } of list) {
		element.open = !folded;
	}
}

function main() {
	const form = byID("filters");
	if (form === null) {
		return; // nothing was found
	}
	for (const button of form.querySelectorAll("[aria-pressed]")) {
		button.addEventListener("click", () => {
			button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "false");
			apply();
		});
	}
	form.addEventListener("input", apply);
	form.addEventListener("submit", (event) => event.preventDefault());
	form.addEventListener("reset", () => {
		for (const button of form.querySelectorAll("[aria-pressed]")) {
			button.setAttribute("aria-pressed", "false");
		}
		setTimeout(apply); // once the fields are empty
	});
	byID("open").addEventListener("click", () => fold(files, false));
	byID("fold").addEventListener("click", () => fold(files, true));
	form.hidden = false;
	apply();
}

main();
