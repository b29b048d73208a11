// One file: outcome, findings, and what is in it.
import { array } from "./array.js";
import { count, el, size, visible } from "./dom.js";
import { counts, findings, text } from "./findings.js";
import { strips } from "./strip.js";

// detail returns the parts of the page about a file. Contents come later, when the worker has read them.
export function detail(f, rules, ask, { copy, save }) {
	const { report } = f;
	const contents = el("section", { "aria-labelledby": "contents-heading", "aria-live": "polite" }, el("h3", { id: "contents-heading" }, "Contents"), el("p", { class: "quiet" }, "Reading…"));
	const parts = [
		el("header", {},
			el("h2", {}, el("bdi", {}, visible(f.name))),
			el("p", { id: "verdict", class: f.outcome }, sentence(f)),
			el("p", { class: "quiet" }, about(report, f.file.size)),
			el("p", { class: "buttons" },
				el("button", { type: "button", click: ({ target }) => copy(target, text(f)) }, "Copy report"),
				el("button", { type: "button", click: save }, "Save JSON"))),
		el("section", { "aria-labelledby": "findings-heading" }, el("h3", { id: "findings-heading" }, "Findings"), findings(report, rules), f.fix.text ? remedy(f.fix, copy) : undefined),
		contents,
	];
	ask("contents", { file: f.file, name: f.name }).then((text) => fill(contents, JSON.parse(text), f, ask)).catch((error) => {
		contents.replaceChildren(contents.firstChild, el("p", { class: "quiet" }, visible(error.message)));
		reportError(error);
	});
	return parts;
}

// remedy returns what npycheck fix does about the file.
function remedy({ text, command }, copy) {
	return [el("h4", {}, "npycheck fix"), el("p", {}, text),
		el("p", { class: "command" }, el("code", {}, command), " ", el("button", { type: "button", click: ({ target }) => copy(target, command) }, "Copy"), " ",
			el("a", { href: "docs/fix.html" }, "What it does"))];
}

function sentence({ outcome, report }) {
	return `${outcome}: ${[counts(report), report.error && visible(report.error)].filter(Boolean).join(". ") || "no findings"}`;
}

function about(report, bytes) {
	const parts = [size(bytes)];
	if (report.format !== "unknown") {
		parts.unshift(`.${report.format}`);
	}
	if (report.array) {
		parts.push(`format version ${report.array.version}`, report.array.dtype.length < 60 ? report.array.dtype : "structured");
	}
	if (report.members) {
		parts.push(count(report.members.length, "member"));
	}
	parts.push(`verdict: ${report.verdict}`);
	return visible(parts.join(" · "));
}

function fill(box, { info, shown }, f, ask) {
	for (const described of shown.arrays) {
		described.doubts = f.fix.doubts.filter((d) => d.member === described.member && d.array === described.array).map((d) => d.rule);
	}
	const own = shown.arrays.filter((a) => a.member < 0), members = shown.arrays.filter((a) => a.member >= 0);
	const parts = shown.load.map((line) => el("p", { class: "load" }, "Load: ", el("code", {}, visible(line))));
	if (info.members) {
		const whole = f.fix.doubts.filter((d) => d.member < 0).map((d) => d.rule);
		parts.push(whole.length > 0 ? el("p", { class: "doubt" }, `Members may be missing or wrong: ${whole.join(", ")}.`) : undefined,
			...tree(info.members, members, shown, ask));
	}
	own.forEach((described, i) => {
		if (own.length > 1) {
			parts.push(el("h4", {}, `Array ${i + 1} of ${own.length}`));
		}
		const bytes = (i === 0 ? info.array : info.arrays?.[i]?.array)?.data_bytes ?? 0;
		parts.push(...array(described, bytes, ask));
	});
	const regions = shown.regions.filter((r) => r.member < 0);
	parts.push(...regions.length > 0 ? [el("h4", {}, "Bytes"), ...strips(regions, f.file.size, shown.regions_omitted)]
		: [el("p", { class: "quiet" }, "Nothing in it can be understood.")]);
	box.replaceChildren(box.firstChild, ...parts.flat().filter(Boolean));
}

const methods = { 0: "stored", 8: "deflate", 12: "bzip2", 14: "LZMA", 93: "Zstandard" };

// tree returns the members of an archive, by the folders in their names. What is in one is drawn when it is opened.
function tree(all, described, shown, ask) {
	const members = all.slice(0, described.length);
	const root = { folders: new Map(), members: [] };
	members.forEach((member, i) => {
		const path = member.name.split("/");
		let folder = root;
		for (const name of path.slice(0, -1).slice(0, 20)) {
			if (!folder.folders.has(name)) {
				folder.folders.set(name, { folders: new Map(), members: [] });
			}
			folder = folder.folders.get(name);
		}
		folder.members.push(i);
	});
	const draw = (folder) => el("ul", { class: "members" },
		[...folder.folders].map(([name, inner]) => el("li", {}, el("details", { open: true }, el("summary", {}, el("bdi", {}, `${visible(name)}/`)), draw(inner)))),
		folder.members.map((i) => el("li", {}, member(members[i], described[i], i, shown, ask, members.length === 1))),
	);
	return [draw(root), all.length > members.length ? el("p", { class: "quiet" }, `${count(all.length - members.length, "more member")} not listed; npycheck info has them.`) : undefined];
}

function member(m, described, i, shown, ask, open) {
	const box = el("div", { class: "member" });
	const details = el("details", {},
		el("summary", {}, el("bdi", {}, visible(m.name.split("/").at(-1) || m.name)), " ",
			el("code", {}, described?.type?.descr ? visible(short(described.type.descr)) + " " + described.shape : "no array"), " ",
			el("span", { class: "quiet" }, `${size(m.bytes)}, ${methods[m.method] ?? `method ${m.method}`}${m.method ? ` to ${size(m.packed)}` : ""}${m.hidden ? ", not in the directory" : ""}`)), box);
	details.addEventListener("toggle", () => {
		if (details.open && box.childElementCount === 0) {
			box.append(...array(described, m.array?.data_bytes ?? 0, ask).flat().filter(Boolean),
				...strips(shown.regions.filter((r) => r.member === i), m.bytes, 0, "member"));
		}
	});
	details.open = open;
	return details;
}

const short = (descr) => (descr.length > 40 ? descr.slice(0, 39) + "…" : descr);
