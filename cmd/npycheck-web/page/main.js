// The page: takes files, has them checked one after another, and shows a list of them and one of them.
//
// The address follows: #files is a list, #file=NAME one file, and #case=PATH one of the corpus, which other pages link
// to. Back and Forward show what was there, for which all files that were taken are kept.
import { facts, load } from "./cases.js";
import { count, el, visible } from "./dom.js";
import { Cancelled, Engine } from "./engine.js";
import { detail } from "./detail.js";
import { dropped, picked } from "./files.js";
import { list } from "./list.js";

const $ = (id) => document.getElementById(id);
const engine = new Engine();
const ahead = 8; // files that the worker is asked for at once, so that it never waits for the page
const start = $("status").textContent;

const sets = []; // of files that were taken: {files, ended}, where a file is {name, file, about, json, report, outcome, fix, error}
let run = -1; // the set that is shown, by its index
let drawn = -1; // the set whose list is drawn
let chosen; // the button of the file that is shown

engine.rules().then(() => { document.documentElement.dataset.ready = "true"; }, (error) => say(error.message));

function say(message) {
	$("status").textContent = visible(message);
}
addEventListener("error", ({ message }) => say(message));
addEventListener("unhandledrejection", ({ reason }) => say(`Error: ${reason?.message ?? reason}`));

// take checks files, and shows them in place of what was there. Here is set if the address names them already.
async function take(files, here = false) {
	if (files.length === 0) {
		say("No files: folders are searched for names that end in .npy or .npz.");
		return;
	}
	const set = { files, ended: "Not all of these files were checked." };
	const turn = run = sets.push(set) - 1;
	clear();
	document.body.classList.add("taken");
	if (here) {
		history.replaceState(state(), "");
	} else {
		history.pushState(state(), "", files.length > 1 ? "#files" : named(files[0]));
	}
	$("cancel").hidden = false;
	$("progress").hidden = false;
	say("Checking…"); // in place of how the files before ended
	const begin = performance.now();
	let shown = 0;
	const progress = (done, part) => {
		$("progress").value = (done + part) / files.length;
		if (performance.now() - shown > 200) {
			shown = performance.now();
			say(files.length === 1 ? `Checking: ${Math.floor(100 * part)} %` : `Checking: ${done} of ${files.length} files`);
		}
	};
	try {
		await engine.rules();
		let done = 0;
		const rest = files.values();
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
		set.ended = `${count(files.length, "file")} checked in ${((performance.now() - begin) / 1000).toFixed(2)} s. Nothing has left this browser.`;
	} catch (error) {
		if (turn !== run) {
			return;
		}
		set.ended = error instanceof Cancelled ? `Cancelled: ${files.filter((f) => f.report).length} of ${files.length} files were checked.` : error.message;
	}
	$("cancel").hidden = true;
	$("progress").hidden = true;
	await show();
}

async function check(f, progress) {
	try {
		const { report, outcome, fix } = await engine.ask("check", { file: f.file, name: f.name }, progress);
		f.json = report;
		f.fix = JSON.parse(fix);
		f.report = JSON.parse(report);
		f.outcome = outcome;
	} catch (error) {
		if (error instanceof Cancelled) {
			throw error;
		}
		f.error = error.message;
		f.outcome = "Incomplete";
	}
}

// state is what the history keeps: what is shown, and of which load of the page, since a reload loses all files.
const state = (file) => ({ load: performance.timeOrigin, run, file });
const named = (f) => `#file=${encodeURIComponent(f.name.replace(/\p{Surrogate}/gu, "\ufffd"))}`;

// show shows what the history says: a set of files, or one of it.
async function show() {
	const { load, run: wanted, file } = history.state ?? {};
	const set = load === performance.timeOrigin ? sets[wanted] : undefined;
	document.body.classList.toggle("taken", set !== undefined);
	if (!set) {
		run = -1;
		clear();
		say(/^#file/.test(location.hash) ? "The page was loaded again, so the files are gone from it: take them once more." : start);
		return;
	}
	run = wanted;
	say(set.ended);
	const done = set.files.filter((f) => f.report || f.error);
	if (drawn !== run) {
		clear();
	}
	if (set.files.length > 1 && drawn !== run) {
		drawn = run;
		$("summary").replaceChildren(...list(done, choose, () => save("npycheck.jsonl", done.map((f) => f.json + "\n").join(""))));
	}
	const f = set.files.length > 1 ? set.files[file] : done[0];
	if (f) {
		await open(f, set.files.length > 1);
	} else {
		$("detail").replaceChildren();
		chosen?.focus();
	}
}

// choose opens a file of the list.
function choose(f, button) {
	chosen = button;
	history.pushState(state(sets[run].files.indexOf(f)), "", named(f));
	return open(f, true);
}

function clear() {
	$("detail").replaceChildren();
	$("summary").replaceChildren();
	drawn = -1;
	chosen = undefined;
}

// open shows one file.
async function open(f, scroll = false) {
	if (!f.report) {
		$("detail").replaceChildren(el("p", {}, visible(f.error)));
		return;
	}
	const ask = (op, question, progress) => engine.ask(op, question, progress);
	const parts = detail(f, await engine.rules(), ask, {
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

const casePath = () => new URLSearchParams(location.hash.slice(1)).get("case");

// openCase checks a file of the corpus that the address names: #case=reject/shape/bool.npy
async function openCase() {
	const path = casePath();
	say("Loading…");
	try {
		const { about, file } = await load(path);
		if (casePath() === path) { // and not left since
			await take([{ name: file.name, file, about }], true);
		}
	} catch (error) {
		say(error.message);
	}
}

// follow shows what the address says, after a link, Back or Forward. What is being checked then is given up.
function follow() {
	if (!$("cancel").hidden) {
		$("cancel").hidden = $("progress").hidden = true;
		engine.cancel();
	}
	return casePath() && history.state?.load !== performance.timeOrigin ? openCase() : show();
}
addEventListener("popstate", follow);
follow();

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
