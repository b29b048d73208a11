// The page: takes files, has them checked one after another, and shows a summary and one of them.
import { facts, load } from "./cases.js";
import { count, el, size, visible } from "./dom.js";
import { Cancelled, Engine } from "./engine.js";
import { detail } from "./detail.js";
import { dropped, picked } from "./files.js";
import { counts } from "./findings.js";

const $ = (id) => document.getElementById(id);
const engine = new Engine();
const ready = engine.rules();
const ahead = 8; // files that the worker is asked for at once, so that it never waits for the page
const listed = 2000; // files in the table, those with findings first

let files = []; // {name, file, json, report, fix, error}
let run = 0;

ready.then(() => { document.documentElement.dataset.ready = "true"; }, (error) => say(error.message));

function say(message) {
	$("status").textContent = message;
}

// take checks files: what was there before is gone.
async function take(list) {
	const turn = ++run;
	files = list;
	$("detail").replaceChildren();
	$("summary").replaceChildren();
	if (list.length === 0) {
		say("No files: folders are searched for names that end in .npy or .npz.");
		return;
	}
	document.body.classList.add("taken");
	$("cancel").hidden = false;
	$("progress").hidden = false;
	say("Checking…"); // in place of how the files before ended
	const begin = performance.now();
	let shown = 0;
	const progress = (done, part) => {
		$("progress").value = (done + part) / list.length;
		if (performance.now() - shown > 200) {
			shown = performance.now();
			say(list.length === 1 ? `Checking: ${Math.floor(100 * part)} %` : `Checking: ${done} of ${list.length} files`);
		}
	};
	try {
		await ready;
		let done = 0;
		const rest = list.values();
		await Promise.all(Array.from({ length: ahead }, async () => {
			for (const f of rest) {
				await check(f, (part) => progress(done, part));
				if (turn !== run) {
					return;
				}
				progress(++done, 0);
			}
		}));
		if (turn !== run) {
			return;
		}
		say(`${count(list.length, "file")} checked in ${((performance.now() - begin) / 1000).toFixed(2)} s. Nothing has left this browser.`);
	} catch (error) {
		if (turn !== run) {
			return;
		}
		say(error instanceof Cancelled ? `Cancelled: ${list.filter((f) => f.report).length} of ${list.length} files were checked.` : error.message);
	}
	$("cancel").hidden = true;
	$("progress").hidden = true;
	await show();
}

async function check(f, progress) {
	try {
		const { report, fix } = await engine.ask("check", { file: f.file, name: f.name }, progress);
		f.json = report;
		f.fix = JSON.parse(fix);
		f.report = JSON.parse(report);
	} catch (error) {
		if (error instanceof Cancelled) {
			throw error;
		}
		f.error = error.message;
	}
}

async function show() {
	const done = files.filter((f) => f.report || f.error);
	if (files.length > 1) {
		$("summary").replaceChildren(...summary(done));
	} else if (done.length === 1) {
		await open(done[0]);
	}
}

const verdict = (f) => f.report?.verdict ?? "not-checked";
const worst = (f) => f.error || verdict(f) === "not-checked" ? 0 : ["error", "warning", "note"].findIndex((s) => f.report.findings.some((found) => found.severity === s)) + 1 || 9;

// summary returns the table of many files, the worst first.
function summary(done) {
	const number = (word) => done.filter((f) => verdict(f) === word).length;
	const sorted = done.toSorted((a, b) => worst(a) - worst(b));
	const body = el("tbody", {}, sorted.slice(0, listed).map((f) => el("tr", {},
		el("td", {}, el("button", { type: "button", class: "plain", click: () => open(f, true) }, el("bdi", {}, visible(f.name)))),
		el("td", { class: verdict(f) }, verdict(f)),
		el("td", {}, f.error ? visible(f.error) : counts(f.report)),
		el("td", {}, el("code", {}, visible(f.report?.array ? f.report.array.dtype : f.report?.members ? count(f.report.members.length, "member") : ""))),
		el("td", { class: "n" }, size(f.file.size)))));
	return [
		el("h2", {}, `${number("nonconforming")} nonconforming, ${number("not-checked")} not checked, ${number("conforming")} conforming`),
		el("p", {}, el("button", { type: "button", click: () => save("npycheck.jsonl", done.map((f) => f.json + "\n").join("")) }, "Save all as JSON Lines")),
		el("div", { class: "scroll files", tabindex: 0, role: "region", "aria-label": "Files" }, el("table", {},
			el("thead", {}, el("tr", {}, ["file", "verdict", "findings", "dtype", "size"].map((name) => el("th", { scope: "col", class: name === "size" ? "n" : undefined }, name)))), body)),
		sorted.length > listed ? el("p", { class: "quiet" }, `${count(sorted.length - listed, "more file")} not listed.`) : "",
	];
}

// open shows one file.
async function open(f, scroll = false) {
	if (!f.report) {
		$("detail").replaceChildren(el("p", {}, visible(f.error)));
		return;
	}
	const ask = (op, question, progress) => engine.ask(op, question, progress);
	const parts = detail(f, await ready, ask, {
		copy: async (button, text) => {
			const label = button.textContent;
			await navigator.clipboard.writeText(text);
			button.textContent = "Copied";
			setTimeout(() => { button.textContent = label; }, 2000);
		},
		save: () => save(f.name.split("/").at(-1) + ".json", f.json + "\n"),
	});
	$("detail").replaceChildren(...f.about ? [facts(f.about)] : [], ...parts);
	if (scroll) {
		$("detail").scrollIntoView();
		$("detail").focus();
	}
}

function save(name, content) {
	const url = URL.createObjectURL(new Blob([content], { type: "application/json" }));
	el("a", { href: url, download: name }).click();
	setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

// openCase checks a file of the corpus that the address names: #case=reject/shape/bool.npy
async function openCase() {
	const path = new URLSearchParams(location.hash.slice(1)).get("case");
	if (path) {
		say("Loading…");
		try {
			const { about, file } = await load(path);
			await take([{ name: file.name, file, about }]);
		} catch (error) {
			say(error.message);
		}
	}
}
addEventListener("hashchange", openCase);
openCase();

$("cancel").addEventListener("click", () => engine.cancel());
for (const id of ["files", "folder"]) {
	$(id).addEventListener("change", ({ target }) => {
		take(picked(target.files, id === "folder"));
		target.value = "";
	});
}
$("choose").addEventListener("click", () => $("files").click());
$("choose-folder").addEventListener("click", () => $("folder").click());
let over = 0;
addEventListener("dragenter", () => { over++; document.body.classList.add("over"); });
addEventListener("dragleave", () => { if (--over <= 0) { over = 0; document.body.classList.remove("over"); } });
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", async (event) => {
	event.preventDefault();
	over = 0;
	document.body.classList.remove("over");
	say("Looking for files…");
	take(await dropped(event.dataTransfer));
});
addEventListener("paste", (event) => {
	if (event.clipboardData.files.length > 0) {
		take(picked(event.clipboardData.files, false));
	}
});
