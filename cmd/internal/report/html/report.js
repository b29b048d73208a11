"use strict";

// The filters of a report, and the explanations beside its findings. All can be read without them.

const byID = (id) => document.getElementById(id);

// The summary is known last and written after the files, before which the style shows it.
document.querySelector("header").after(byID("verdict"));
byID("files").before(byID("top"));

const plural = (n, noun) => `${n} ${noun}${n === 1 ? "" : "s"}`;

// rank is 0 for a file with errors or one that was not checked, 1 for one with warnings, and 2 for one with notes.
const rank = (element) => element.querySelector("summary .error, li .unchecked") ? 0 : element.querySelector("summary .warning") ? 1 : 2;

const files = [...document.querySelectorAll(".file")].map((element) => ({
	element,
	items: [...element.querySelectorAll("li")].map((item) => ({ item, ...item.dataset })),
	more: [...element.querySelectorAll(".more a")].map((link) => link.textContent), // rules of findings that aren't listed
	rank: rank(element),
}));
const isFinding = (item) => item.rule !== undefined; // and not the reason why a file was not checked
const count = (list) => [list.flat().length, list.filter((findings) => findings.length > 0).length];
const [all, having] = count(files.map((file) => file.items.filter(isFinding)));

// textOf returns what is searched of a finding.
function textOf(file, finding) {
	finding.text ??= [file.element.querySelector("h3"), ...finding.item.querySelectorAll(":scope > p")]
		.map((part) => part.textContent.toLowerCase()).join("\n");
	return finding.text;
}

const openedByFilter = 100; // findings: more are left folded

let unfiltered; // what is said about all findings

function apply() {
	const form = byID("filters");
	const severities = [...form.querySelectorAll("[aria-pressed=true]")].map((button) => button.dataset.severity);
	const rule = form.elements.rule.value;
	const text = form.elements.text.value.toLowerCase();
	const filtered = severities.length > 0 || rule !== "" || text !== "";
	const fits = (file, f) => (severities.length === 0 || severities.includes(f.severity)) &&
		(rule === "" || f.rule === rule) && (text === "" || textOf(file, f).includes(text));
	const fitting = files.map((file) => file.items.filter((f) => !(f.item.hidden = !fits(file, f))));
	const found = files.filter((file, i) => {
		const shown = !filtered || fitting[i].length > 0 || severities.length === 0 && text === "" && file.more.includes(rule);
		file.element.hidden = !shown;
		return shown;
	});
	const [findings, within] = count(fitting.map((items) => items.filter(isFinding)));
	const unchecked = fitting.flat().length - findings;
	if (filtered && findings <= openedByFilter) {
		fold(found, false);
	}
	for (const link of document.querySelectorAll("#rules li > a")) {
		link.removeAttribute("aria-current");
		if (link.hash === "#rule-" + rule) {
			link.setAttribute("aria-current", "true");
			link.closest("#more-rules")?.setAttribute("open", "");
		}
	}
	byID("counted").textContent = !filtered ? unfiltered :
		`${findings} of ${plural(all, "finding")} in ${within} of ${plural(having, "file")}` +
		(unchecked > 0 ? `; ${plural(unchecked, "file")} not checked` : "");
}

function fold(list, folded) {
	for (const { element } of list) {
		element.open = !folded;
	}
}

function reset() {
	const form = byID("filters");
	for (const button of form.querySelectorAll("[aria-pressed]")) {
		button.setAttribute("aria-pressed", "false");
	}
	form.elements.rule.value = form.elements.text.value = "";
}

// follow shows what the address names: the findings of a rule, or a file.
function follow() {
	const form = byID("filters");
	const target = byID(location.hash.slice(1));
	const file = target?.closest(".file");
	form.elements.rule.value = target?.matches(".doc") ? target.id.slice("rule-".length) : "";
	apply();
	if (file?.hidden) {
		reset();
		apply();
	}
	if (file) {
		file.open = true;
		file.scrollIntoView();
	}
}

// choose filters by a rule, or by none if it is chosen already. What was clicked stays where it is.
function choose(link) {
	const select = byID("filters").elements.rule;
	const rule = link.hash.slice("#rule-".length);
	const before = link.getBoundingClientRect().top;
	select.value = select.value === rule ? "" : rule;
	history.pushState(null, "", select.value === "" ? "#" : link.hash);
	apply();
	if (link.closest(".file")) {
		scrollBy(0, link.getBoundingClientRect().top - before);
	} else if (byID("files").getBoundingClientRect().top < 0 || innerWidth < byID("rules").offsetLeft + 1) {
		byID("files").scrollIntoView();
	}
}

// explain puts a rule's explanation beside each finding of a file, empty until somebody opens it.
function explain(file) {
	for (const item of file.querySelectorAll("li[data-rule]:not(:has(.explain))")) {
		const details = document.createElement("details"), summary = document.createElement("summary");
		details.className = "explain";
		summary.textContent = "Explain";
		details.append(summary);
		item.append(details);
	}
}

function fill(details) {
	if (details.children.length === 1) {
		const text = byID("rule-" + details.parentElement.dataset.rule).cloneNode(true);
		text.removeAttribute("id");
		details.append(text);
	}
}

function listen(form) {
	for (const button of form.querySelectorAll("[aria-pressed]")) {
		button.addEventListener("click", () => {
			button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") === "false");
			apply();
		});
	}
	form.addEventListener("input", (event) => {
		if (event.target.name === "rule") {
			history.replaceState(null, "", event.target.value === "" ? "#" : "#rule-" + event.target.value);
		}
		apply();
	});
	form.addEventListener("submit", (event) => event.preventDefault());
	form.addEventListener("reset", (event) => {
		event.preventDefault();
		reset();
		history.replaceState(null, "", "#");
		apply();
	});
	byID("open").addEventListener("click", () => fold(files, false));
	byID("fold").addEventListener("click", () => fold(files, true));
	document.addEventListener("click", (event) => {
		const link = event.target.closest("a[href^='#rule-']");
		if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
			event.preventDefault();
			choose(link);
		}
	});
	// The event toggle doesn't bubble.
	byID("files").addEventListener("toggle", ({ target }) => {
		if (target.open && target.matches(".file, .explain")) {
			(target.matches(".file") ? explain : fill)(target);
		}
	}, true);
	addEventListener("hashchange", follow);
}

function main() {
	const form = byID("filters");
	if (form === null) {
		return; // nothing was found
	}
	byID("files").append(...files.sort((a, b) => a.rank - b.rank).map((file) => file.element));
	byID("files-heading").after(form);
	form.hidden = false;
	unfiltered = byID("counted").textContent;
	document.documentElement.style.setProperty("--bar", form.offsetHeight + "px");
	document.querySelectorAll(".file[open]").forEach(explain);
	listen(form);
	follow();
}

main();
