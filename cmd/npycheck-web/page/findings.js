// The findings of a report, each with its bytes and what npycheck explain says.
import { count, el, visible } from "./dom.js";
import { bytes, rows } from "./hex.js";

const severities = ["error", "warning", "note"];
const shown = 200; // findings that are drawn
const duties = { accept: "reads such a file correctly", either: "reads such a file correctly or rejects it", reject: "rejects such a file" };

export const clauseLink = (clause) => el("a", { href: `specification.html#${clause}` }, clause);
export const ruleLink = (rule) => el("a", { href: `rules.html#${rule}` }, rule);

// counts says how many findings of each severity a report has: "2 errors, 1 note".
export function counts(report) {
	return severities.map((severity) => {
		const n = report.findings.filter((f) => f.severity === severity).length +
			(report.omitted ?? []).filter((o) => o.severity === severity).reduce((sum, o) => sum + o.count, 0);
		return n > 0 ? count(n, severity) : "";
	}).filter(Boolean).join(", ");
}

// first returns the worst finding in words, or "".
export function first(report) {
	const found = severities.map((severity) => report.findings.find((f) => f.severity === severity)).find(Boolean);
	return report.error || (found ? `${found.member ? `${found.member}: ` : ""}${found.message}` : "");
}

// shape spells the shape of an array as Python does: "(3,)".
export const shape = (array) => `(${array.shape.join(", ")}${array.shape.length === 1 ? "," : ""})`;

// place says where a finding is.
export function place(finding) {
	const parts = [`offset ${finding.offset}`];
	if (finding.length > 0) {
		parts.push(count(finding.length, "byte"));
	}
	if (finding.pointer) {
		parts.push(finding.pointer);
	}
	if (finding.array) {
		parts.unshift(`array ${finding.array}`);
	}
	if (finding.member) {
		parts.unshift(finding.member);
	}
	return parts.join(", ");
}

// findings draws them, the worst first. A rule is explained openly at its first finding.
export function findings(report, rules) {
	if (report.findings.length === 0) {
		return el("p", { class: "quiet" }, "Nothing to report.");
	}
	const sorted = report.findings.toSorted((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
	const list = sorted.slice(0, shown).map((finding) => item(finding, rules.get(finding.rule), sorted.length < 4));
	const more = sorted.length - shown + (report.omitted ?? []).reduce((sum, o) => sum + o.count, 0);
	return [el("ol", { class: "findings" }, list),
		sorted.length > shown || report.omitted ? el("p", { class: "quiet" }, `${count(Math.max(more, 0), "more finding")} not shown.`) : undefined];
}

function item(finding, rule, open) {
	const { excerpt } = finding;
	return el("li", { class: finding.severity },
		el("p", { class: "message" }, el("span", { class: "tag" }, finding.severity), " ", visible(finding.message)),
		el("p", { class: "quiet" }, ruleLink(finding.rule), " · ", visible(place(finding))),
		excerpt ? rows(bytes(excerpt.bytes), excerpt.offset, finding.offset, finding.length) : undefined,
		rule ? el("details", { open },
			el("summary", {}, rule.title),
			rule.doc.split("\n\n").map((text) => el("p", {}, text)),
			finding.remedy ? undefined : el("p", {}, el("b", {}, "Help: "), rule.owner),
			el("p", {}, rule.remedy),
			el("p", { class: "quiet" }, `A reader ${duties[rule.reader]}. Clause `, clauseLink(rule.clause)),
		) : undefined);
}

// text returns a report as text, to be pasted into an issue.
export function text({ outcome, report }) {
	const lines = [`${report.path}: ${outcome} (${report.verdict})`];
	if (report.array) {
		lines.push(`${report.array.dtype} of shape ${shape(report.array)}, ${report.array.fortran_order ? "Fortran" : "C"} order, version ${report.array.version}`);
	}
	if (report.error) {
		lines.push(`not checked: ${report.error}`);
	}
	for (const finding of report.findings) {
		lines.push(`${finding.severity}[${finding.rule}]: ${finding.message}`, `  --> ${place(finding)}`);
		if (finding.excerpt) {
			lines.push(`  ${finding.excerpt.offset.toString(16).padStart(8, "0")}  ${finding.excerpt.bytes.match(/../g).join(" ")}`);
		}
	}
	return lines.map(visible).join("\n") + "\n";
}
