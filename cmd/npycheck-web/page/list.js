// The list of the files that were checked, the worst first.
import { count, el, size, visible } from "./dom.js";
import { counts, first, shape } from "./findings.js";

const listed = 2000; // files

const worst = (f) => f.outcome === "Incomplete" ? 0 : ["error", "warning", "note"].findIndex((s) => f.report.findings.some((found) => found.severity === s)) + 1 || 9;

// list draws files. Open is called with one that is chosen and its button, and save to save the reports on all of them.
export function list(files, open, save) {
	const sorted = files.toSorted((a, b) => worst(a) - worst(b));
	const rows = sorted.slice(0, listed).map((f) => el("tr", {},
		el("td", {},
			el("button", { type: "button", class: "plain", click: ({ currentTarget }) => open(f, currentTarget) }, el("bdi", {}, visible(f.name))),
			el("p", { class: "quiet" }, el("code", {}, visible(what(f.report))), " ", size(f.file.size))),
		el("td", {},
			el("p", { class: f.outcome }, [f.outcome, f.report && counts(f.report)].filter(Boolean).join(": ")),
			el("p", { class: "quiet" }, visible(f.error || first(f.report))))));
	return [
		el("h2", {}, headline(files)),
		el("p", {}, el("button", { type: "button", click: save }, "Save all as JSON Lines")),
		el("div", { class: "scroll files", tabindex: 0, role: "region", "aria-label": "Files" }, el("table", {},
			el("thead", {}, el("tr", {}, ["file", "result"].map((name) => el("th", { scope: "col" }, name)))), el("tbody", {}, rows))),
		sorted.length > listed ? el("p", { class: "quiet" }, `${count(sorted.length - listed, "more file")} not listed.`) : "",
	];
}

// headline counts the files that are not OK, each number in its colour.
function headline(files) {
	const part = (outcome, says) => {
		const n = files.filter((f) => f.outcome === outcome).length;
		return n > 0 ? [el("span", { class: outcome }, `${n.toLocaleString("en")} of ${count(files.length, "file")} ${says}`)] : [];
	};
	const parts = [...part("Failed", "failed"), ...part("Incomplete", "not fully checked")];
	return parts.length > 0 ? parts.flatMap((p, i) => i > 0 ? [", ", p] : [p]) : el("span", { class: "OK" }, `${count(files.length, "file")} OK`);
}

// what says what is in a file, in a few words.
function what(report) {
	const { array, arrays, members } = report ?? {};
	if (arrays || members) {
		return arrays ? count(arrays.length, "array") : count(members.length, "member");
	}
	return array ? `${array.dtype.length < 40 ? array.dtype : "structured"} ${shape(array)}` : "no array";
}
