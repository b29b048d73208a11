// Tests of the page conformance/matrix.html, and of the page of a single run, in a real browser:
//
//	node page.mjs BROWSER CONFORMANCE RUN.html [SCREENSHOTS]
//
// npycheck is in the PATH, and beside RUN.html is the reader that it ran.
import assert from "node:assert/strict";
import { execSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import {
	conformance, run, matrixPage, runPage, matrix, readers, writers, readBy, failed, claimed, severe, share,
	label, short, releases, newest, having, failing, casesWith, number, visit, shoot, accessible, texts, counted, pressed,
} from "./browser.mjs";

const severity = ["out-of-memory", "hang", "crash", "wrong-data", "exception", "wrong-verdict", "unsupported", "either", "pass"];

visit("it shows every reader and case, the worst first", matrixPage, {}, async (page) => {
	assert.equal(await page.locator("[data-role=reader] tbody tr").count(), readers.length);
	assert.deepEqual(await texts(page, "#grid thead .turned a"), newest.map(label));
	assert.deepEqual(await texts(page, "[data-role=reader] tbody tr:not([hidden]) th a"), newest.map(label));
	assert.equal(await counted(page), matrix.cases.length);
	const files = (await texts(page, "#grid .area td:nth-child(2)")).map(number);
	assert.equal(files.reduce((a, b) => a + b), matrix.cases.length);
	for (const [n, reader] of newest.entries()) {
		const cells = (await texts(page, `#grid .area td:nth-child(${n + 3})`)).map((text) => Number(text) || 0);
		assert.equal(cells.reduce((a, b) => a + b), failed(reader), `failures of ${label(reader)}`);
		const row = await page.locator("[data-role=reader] tbody tr:not([hidden])").nth(n).locator("td.n").allInnerTexts();
		assert.deepEqual(row.slice(0, 3), [claimed(reader).toLocaleString("en"), `${(100 * share(reader)).toFixed(1)}%`,
			`${(100 * having(reader, "V") / claimed(reader)).toFixed(1)}%`], label(reader));
	}
	// The result comes first, and the words that need it are explained.
	const best = newest.at(-1);
	assert.ok((await page.locator("#verdict").innerText()).startsWith(`No reader passes on every file that it claims to support. Severe failures range from ${(100 * share(best)).toFixed(1)}% of these files (${label(best)}) to ${(100 * share(newest[0])).toFixed(1)}% (${label(newest[0])})`));
	assert.deepEqual(await texts(page, ".words dfn"), ["Severe", "wrong verdict", "exception", "Either", "Unsupported"]);
	assert.equal(await page.locator("#failures").isVisible(), false);
	// The numbers of areas have their denominators beside them.
	const area = matrix.cases.map((c, i) => [c, readBy(newest[0])[i][0]]).filter(([c]) => c.id.startsWith("shape/"));
	const title = await page.locator("#grid .area:has([data-area=shape]) td:nth-child(3)").getAttribute("title");
	assert.ok(title.startsWith(`${area.filter(([, cell]) => failing.includes(cell)).length} of ${area.filter(([, cell]) => !"-U".includes(cell)).length} files that it claims: `), title);
	// The bars are of what a reader claims.
	assert.equal(await page.locator(".bar rect.unsupported").count(), 0);
	const widths = await page.locator("[data-role=reader] tbody tr").evaluateAll((rows) => rows.map((row) =>
		[...row.querySelectorAll("rect")].reduce((all, rect) => all + Number(rect.getAttribute("width")), 0)));
	assert.ok(widths.every((wide) => Math.abs(wide - 1000) < 1), widths.join(" "));
	await shoot(page, "light", true);
	await accessible(page);
});

visit("releases unfold in both tables, and fold again", matrixPage, {}, async (page) => {
	const all = releases("numpy");
	assert.ok(all.length > 1, "numpy has several releases");
	const rows = page.locator("[data-role=reader] tbody tr:not([hidden]) th a");
	const folded = await rows.allInnerTexts();
	const button = page.locator("[data-role=reader] tr[data-id^='numpy@'] .fold");
	await button.focus();
	await page.keyboard.press("Enter");
	assert.equal(await button.getAttribute("aria-expanded"), "true");
	assert.equal(await page.evaluate(() => document.activeElement.className), "fold", "the focus stays");
	const at = folded.indexOf(label(all[0]));
	const wanted = folded.toSpliced(at, 1, ...all.map(label));
	assert.deepEqual(await rows.allInnerTexts(), wanted);
	assert.deepEqual(await texts(page, "#grid thead .turned a"), wanted);
	assert.equal(new URL(page.url()).hash, "#releases=numpy");
	await accessible(page);
	await page.click("#grid .fold[aria-expanded=true]");
	assert.deepEqual(await rows.allInnerTexts(), folded);
	assert.deepEqual(await texts(page, "#grid thead .turned a"), folded);
	assert.equal(new URL(page.url()).hash, "");
});

visit("the ranking sorts by each column, by mouse and by keyboard", matrixPage, {}, async (page) => {
	const names = () => texts(page, "[data-role=reader] tbody tr:not([hidden]) th a");
	const head = (key) => page.locator(`[data-role=reader] th[data-sort="${key}"]`);
	assert.equal(await head("headline").getAttribute("aria-sort"), "descending");
	const keys = { claims: claimed, crash: (i) => having(i, "C"), headline: share,
		unsupported: (i) => having(i, "U"), wrong: (i) => having(i, "V") / claimed(i) };
	for (const [key, value] of Object.entries(keys)) {
		for (const state of key === "headline" ? ["descending"] : ["descending", "ascending"]) {
			await head(key).locator("button").focus();
			await page.keyboard.press("Enter");
			assert.equal(await head(key).getAttribute("aria-sort"), state, key);
			assert.equal(await page.evaluate(() => document.activeElement.dataset.focus), "rank " + key);
			const values = (await names()).map((name) => value(newest.find((i) => label(i) === name)));
			assert.deepEqual(values, values.toSorted((a, b) => state === "descending" ? b - a : a - b), `${key} ${state}`);
		}
	}
	await head("name").locator("button").click();
	assert.deepEqual(await names(), newest.map(label).toSorted((a, b) => a.localeCompare(b, "en")));
	assert.equal(await head("name").getAttribute("aria-sort"), "ascending");
	assert.equal(await page.locator("[data-role=reader] [aria-sort]:not([aria-sort=none])").count(), 1);
	await page.goto(matrixPage + "#rank=-crash&sort=toString");
	await page.waitForFunction(() => document.querySelector("[data-role=reader] [data-sort=crash]").ariaSort === "ascending");
});

visit("the table of files sorts by each column", matrixPage + "#area=shape", {}, async (page) => {
	await page.click("[data-area=shape]");
	const cases = matrix.cases.filter((c) => c.id.startsWith("shape/"));
	const before = await texts(page, "#cases-shape th");
	// A reader with several results among the rows that are shown.
	const results = (r) => {
		const place = matrix.implementations.findIndex((i) => label(i) === label(r));
		return cases.map((c) => c.read.split(" ")[place][0]);
	};
	const at = newest.findIndex((r) => results(r).every((letter, _, all) => all.filter((other) => other === letter).length < before.length));
	const reader = newest[at], button = `#grid [title="sort by results of ${label(reader)}"]`;
	const column = 3 + at;
	const shown = async () => (await page.locator(`#cases-shape tr td:nth-child(${column})`).evaluateAll((list) => list.map((e) => e.getAttribute("aria-label")))).map((text) => text.split(":")[0]);
	await page.locator(button).focus();
	await page.keyboard.press("Enter");
	assert.equal(await page.locator("#grid .turned").nth(at).getAttribute("aria-sort"), "descending");
	assert.equal(await page.evaluate(() => document.activeElement.title), `sort by results of ${label(reader)}`);
	const first = (await shown()).map((cell) => severity.indexOf(cell));
	assert.deepEqual(first, first.toSorted((a, b) => a - b));
	assert.ok(first[0] < first.at(-1));
	await page.keyboard.press("Enter");
	const last = (await shown()).map((cell) => severity.indexOf(cell));
	assert.deepEqual(last, last.toSorted((a, b) => b - a));
	await page.keyboard.press("Enter");
	assert.deepEqual(await texts(page, "#cases-shape th"), before);
	await page.click("#grid [title='sort by name']");
	const ids = cases.map((c) => c.id.slice(6)).toSorted((a, b) => a.localeCompare(b, "en"));
	assert.deepEqual(await texts(page, "#cases-shape th"), ids.slice(0, before.length));
	await page.click("#reset");
	await page.click("#grid .sort[title^='sort by number']");
	const files = (await texts(page, "#grid .area td:nth-child(2)")).map(number);
	assert.deepEqual(files, files.toSorted((a, b) => b - a));
});

visit("two releases are compared", matrixPage, {}, async (page) => {
	const [now, ...before] = releases("numpy");
	const old = before.at(-1);
	await page.selectOption("#filters [name=a]", { label: label(old) });
	await page.selectOption("#filters [name=b]", { label: label(now) });
	const differ = matrix.cases.filter((c, i) => readBy(old)[i] !== readBy(now)[i]);
	assert.ok(differ.length > 0);
	assert.equal(await counted(page), differ.length);
	assert.deepEqual(await texts(page, "#grid thead .turned a"), [label(old), label(now)]);
	assert.deepEqual(await page.locator("#filters [name=a], #filters [name=b]").evaluateAll((list) => list.map((e) => e.selectedOptions[0].text)), [label(old), label(now)]);
	const sums = (await texts(page, "#difference li b")).map(number);
	assert.equal(sums.reduce((a, b) => a + b), differ.length);
	assert.equal(new URL(page.url()).hash, `#a=numpy@${old.variant}&b=numpy@${now.variant}`);
	const names = await texts(page, "#grid .cases th");
	assert.deepEqual(names.toSorted(), differ.map((c) => c.id.split("/")[1]).toSorted());
	await shoot(page, "difference", true);
	await accessible(page);
	// Files that only one of them claims are apart.
	const [one, other] = [newest[0], newest.at(-1)].map(readBy);
	const found = (unsupported) => one.filter((code, i) => code !== other[i] && unsupported === (code[0] === "U" || other[i][0] === "U")).length;
	await page.selectOption("#filters [name=a]", { label: label(newest[0]) });
	await page.selectOption("#filters [name=b]", { label: label(newest.at(-1)) });
	assert.equal(await counted(page), found(false));
	await page.click("#filters [data-cell=unsupported]");
	assert.equal(await counted(page), found(true));
	await page.click("#filters [data-cell=unsupported]");
	// From the page of a reader.
	await page.goto(matrixPage + `#reader=numpy@${now.variant}`);
	await page.waitForSelector("#detail h1");
	await page.click(`#detail [aria-label="compare with ${old.variant}"]`);
	await page.waitForSelector("#difference:not([hidden])");
	assert.equal(await counted(page), differ.length);
	await page.click("#reset");
	assert.equal(await counted(page), matrix.cases.length);
	assert.equal(await page.locator("#difference").isVisible(), false);
});

visit("a case has commands to copy, and its file to take", matrixPage + "#case=shape/negative-1", { permissions: ["clipboard-read", "clipboard-write"] }, async (page) => {
	const wanted = ["npycheck corpus show shape/negative-1", "npycheck conform --run shape/negative-1 -- ./reader", "npycheck corpus copy npycheck-corpus"];
	assert.deepEqual(await texts(page, "#detail .command code"), wanted);
	for (const [n, text] of wanted.entries()) {
		await page.locator("#detail .command button").nth(n).click();
		await page.waitForFunction((n) => document.querySelectorAll("#detail .command [role=status]")[n].textContent === "copied", n);
		assert.equal(await page.evaluate(() => navigator.clipboard.readText()), text);
	}
	// They do what they promise: the reader beside the report of the single run rejects every file but one.
	const cwd = dirname(resolve(run));
	for (const text of wanted) {
		execSync(text, { cwd, stdio: "pipe" });
	}
	const file = await page.locator("#detail .command + div code").innerText();
	const bytes = readFileSync(resolve(cwd, file));
	const [download] = await Promise.all([page.waitForEvent("download"), page.click("#detail a[download]")]);
	assert.equal(download.suggestedFilename(), "negative-1.npy");
	assert.deepEqual(readFileSync(await download.path()), bytes);
	await page.goto(matrixPage + "#case=header/length-70004-v2");
	await page.waitForSelector("h1:has-text('header/length-70004-v2')");
	assert.equal(await page.locator("#detail a[download]").count(), 0);
});

visit("a command is selected where copying is forbidden", matrixPage + "#case=shape/negative-1", {}, async (page) => {
	await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new Error("no")); });
	await page.locator("#detail .command button").first().click();
	await page.waitForSelector("#detail .command [role=status]:has-text('selected')");
	assert.equal(await page.evaluate(() => getSelection().toString()), "npycheck corpus show shape/negative-1");
});

visit("it shows the writers", matrixPage, {}, async (page) => {
	await page.click("#roles [data-role=writer]");
	assert.equal(await page.locator("#grid thead .turned").count(), new Set(writers.map((i) => i.name)).size);
	assert.equal(await page.locator("[data-role=writer].ranking").isVisible(), true);
	assert.equal(await page.locator("[data-role=reader].ranking").isVisible(), false);
	assert.equal(await counted(page), matrix.cases.filter((c) => /[^- ]/.test(c.write)).length);
	assert.equal(new URL(page.url()).hash, "#role=writer");
	await page.click("#roles [data-role=reader]");
	assert.equal(await counted(page), matrix.cases.length);
});

visit("an area opens and closes, by mouse and by keyboard, and fills as it is scrolled", matrixPage, {}, async (page) => {
	const button = page.locator("[data-area=descr]");
	const rows = page.locator("#cases-descr > tr:not([aria-hidden])");
	assert.equal(await button.getAttribute("aria-expanded"), "false");
	await button.click();
	assert.equal(await button.getAttribute("aria-expanded"), "true");
	const first = await rows.count();
	const all = matrix.cases.filter((c) => c.id.startsWith("descr/")).length;
	assert.ok(first < all, `${first} of ${all} rows at once`);
	await page.waitForTimeout(100);
	await shoot(page, "area");
	const box = page.locator(".tall");
	for (let i = 0; i < 200 && await rows.count() < all; i++) {
		await box.evaluate((e) => e.scrollTo(0, e.scrollHeight));
		await page.waitForTimeout(30);
	}
	assert.equal(await rows.count(), all);
	await button.focus();
	await page.keyboard.press("Enter");
	assert.equal(await button.getAttribute("aria-expanded"), "false");
	assert.equal(await rows.first().isVisible(), false);
	await page.keyboard.press("Space");
	assert.equal(await rows.first().isVisible(), true);
});

visit("the filters select", matrixPage, {}, async (page) => {
	for (const [letter, name] of [["C", "crash"], ["W", "wrong-data"], ["U", "unsupported"]]) {
		await page.click(`#filters [data-cell="${name}"]`);
		assert.equal(await pressed(page, name), "true");
		assert.equal(await counted(page), casesWith(letter, newest).length, name);
		assert.equal(new URL(page.url()).hash, "#cell=" + name);
		await page.click(`#filters [data-cell="${name}"]`);
		assert.equal(await pressed(page, name), "false");
	}
	await page.click("#severe");
	assert.equal(await counted(page), casesWith("WCHO", newest).length);
	assert.equal(await pressed(page, "hang"), "true");
	await page.click("#severe");
	assert.equal(await counted(page), matrix.cases.length);
	await page.selectOption("#filters [name=area]", "shape");
	assert.equal(await counted(page), matrix.cases.filter((c) => c.id.startsWith("shape/")).length);
	await page.selectOption("#filters [name=duty]", "reject");
	assert.equal(await counted(page), matrix.cases.filter((c) => c.id.startsWith("shape/") && c.duty === "reject").length);
	const before = await counted(page);
	await page.selectOption("#filters [name=importance]", "high");
	const high = await counted(page);
	assert.ok(0 < high && high < before, `${high} of ${before} of high importance`);
	await page.click("#reset");
	assert.equal(await counted(page), matrix.cases.length);

	const language = "Python";
	await page.selectOption("#filters [name=language]", language);
	assert.equal(await page.locator("#grid thead .turned").count(), newest.filter((i) => i.language === language).length);
	await page.click("#reset");

	await page.fill("#filters [name=q]", "Negative shape-negative");
	assert.equal(new URL(page.url()).hash, "#q=Negative%20shape-negative");
	const found = await counted(page);
	assert.ok(0 < found && found <= 60, `${found} files found`);
	const names = await texts(page, "#grid .cases th");
	assert.equal(names.length, found, "few files are listed at once");
	assert.ok(names.includes("negative-1"), names.join(" "));
	await shoot(page, "search");
	await page.fill("#filters [name=q]", "no such word");
	assert.equal(await counted(page), 0);
	assert.ok((await page.locator("#grid").innerText()).includes("No file matches"));
});

visit("filters come from the address, and nonsense there does no harm", matrixPage + "#cell=crash,hang,%3Cb%3E&duty=accept&area=%3Cimg%20src=x%3E&role=constructor", {}, async (page) => {
	assert.equal(await page.locator("#filters [name=duty]").inputValue(), "accept");
	assert.equal(await page.locator("#filters [name=area]").inputValue(), "");
	assert.equal(await pressed(page, "crash"), "true");
	assert.equal(await counted(page), casesWith("CH", newest).filter((c) => c.duty === "accept").length);
});

visit("a case opens by click, and the way back leads to where it was", matrixPage, {}, async (page) => {
	await page.fill("#filters [name=q]", "shape-negative");
	await page.click("#cases-shape a:text-is('negative-1')");
	assert.equal(new URL(page.url()).hash, "#case=shape/negative-1");
	await caseIsShown(page);
	await shoot(page, "case", true);
	await accessible(page);
	await page.goBack();
	const here = async () => {
		await page.waitForSelector("#home:not([hidden])");
		assert.equal(new URL(page.url()).hash, "#q=shape-negative");
		assert.equal(await page.locator("[data-area=shape]").getAttribute("aria-expanded"), "true");
		assert.equal(await page.evaluate(() => document.activeElement.innerText), "negative-1");
	};
	await here();
	await page.goForward();
	await caseIsShown(page);
	await page.click("nav a:has-text('next')");
	await page.waitForSelector("#detail h1:not(:text-is('shape/negative-1'))");
	await page.click("nav a:has-text('all files')");
	await here();
	assert.equal(await page.locator("#home").isVisible(), true);
	assert.equal(await page.locator("#detail").isVisible(), false);
});

async function caseIsShown(page) {
	await page.waitForSelector("#detail:not([hidden]) h1:text-is('shape/negative-1')");
	assert.equal(await page.locator("#detail h1").innerText(), "shape/negative-1");
	assert.equal(await page.evaluate(() => document.activeElement.localName), "h1");
	const text = await page.locator("#detail").innerText();
	for (const wanted of ["reject: refuse the file", "shape-negative", "clause npy-6.", "93 4e 55 4d 50 59", "magic", "What the readers did"]) {
		assert.ok(text.includes(wanted), `the case shows ${wanted}`);
	}
	assert.ok(await page.locator("#detail mark").count() > 0, "the fault is marked in the bytes");
	// Every release is named, those that did the same as the newest in its row.
	const shown = (await page.locator("#detail .verdicts tbody th").allInnerTexts()).join("\n");
	const codes = matrix.cases.find((c) => c.id === "shape/negative-1").read.split(" ");
	for (const [n, { name, variant }] of matrix.implementations.entries()) {
		assert.equal(shown.includes(name) && shown.includes(short(variant)), codes[n] !== "--", `${name} ${variant}`);
	}
}

visit("a case opens by its address, with its array", matrixPage + "#case=prefix/plain", {}, async (page) => {
	const text = await page.locator("#detail").innerText();
	const folded = page.locator("#detail .verdicts tbody th:has-text('numpy 2')");
	assert.equal((await folded.innerText()).replace(/\s+/g, " "), `numpy ${releases("numpy").map((i) => i.variant).join(", ").replace(",", " and")}`);
	for (const wanted of ["It breaks no rule", "<f8 of shape (3,), in C order", "1 -2.5 3", "final newline"]) {
		assert.ok(text.includes(wanted), `the case shows ${wanted}`);
	}
	await page.click("nav a:has-text('next')");
	await page.waitForSelector("#detail h1:not(:text-is('prefix/plain'))");
	await page.click("nav a:has-text('all files')");
	await page.waitForSelector("#home:not([hidden])");
	assert.equal(await counted(page), matrix.cases.length);
});

visit("what isn't there is said", matrixPage + "#case=no/such", {}, async (page) => {
	assert.equal(await page.locator("#detail h1").innerText(), "No such file");
	await page.goto(matrixPage + "#reader=none@1");
	await page.waitForSelector("h1:has-text('No such reader')");
});

visit("every case can be shown", matrixPage, {}, async (page) => {
	const wrong = await page.evaluate((ids) => ids.filter((id) => {
		renderCase(id);
		return document.querySelector("#detail h1").textContent !== id;
	}), matrix.cases.map((c) => c.id));
	assert.deepEqual(wrong, []);
});

visit("a reader has a page with all that went wrong", matrixPage, {}, async (page) => {
	await page.click("[data-role=reader] tbody tr:first-child a");
	await page.waitForSelector("#detail h1");
	const title = await page.locator("#detail h1").innerText();
	const reader = readers.find((i) => label(i) === title);
	assert.deepEqual(await texts(page, "#detail .lead b"), [severe(reader), having(reader, "V"), having(reader, "X")].map((n) => n.toLocaleString("en")));
	assert.ok((await page.locator("#detail .lead").innerText()).startsWith(`Of the ${claimed(reader).toLocaleString("en")} files that this reader claims to support, `));
	const link = await page.locator("#detail .lead a").getAttribute("href");
	assert.ok(readFileSync(resolve(conformance, "FINDINGS.md"), "utf8").includes(`\n## \`${reader.name}\`\n`), `FINDINGS.md has the heading of ${link}`);
	assert.equal(decodeURIComponent(new URL(page.url()).hash), `#reader=${reader.name}@${reader.variant}`);
	// A line for each cause, the worst first, which opens the files.
	const counts = (await texts(page, ".cause > summary .count")).map(number);
	assert.equal(counts.reduce((a, b) => a + b, 0), failed(reader));
	const causes = page.locator(".cause");
	const results = (await texts(page, ".cause > summary .badge")).map((text) => severity.indexOf(text.slice(2)));
	assert.deepEqual(results, results.toSorted((a, b) => a - b));
	await shoot(page, "reader", true);
	await accessible(page);
	for (let i = 0; i < await causes.count(); i++) {
		await causes.nth(i).evaluate((cause) => { cause.open = true; });
	}
	await page.waitForFunction((n) => document.querySelectorAll(".cause tbody tr").length === n, failed(reader));
	for (const [n, of] of (await texts(page, ".cause .such")).entries()) {
		const ids = await causes.nth(n).locator("tbody th a").allInnerTexts();
		assert.equal(of, ids.slice(0, 3).join(", ") + (ids.length > 3 ? ", …" : ""));
	}
	assert.ok(await page.locator(".cause details summary:has-text('clause np')").count() > 0, "a rule has its clause");
	await accessible(page);
	await page.locator(".cause tbody a").first().click();
	await page.waitForSelector("#detail h2:has-text('What the readers did')");
	await page.goBack();
	await page.waitForSelector(`#detail h1:has-text("${title}")`);
});

visit("a writer has a page too", matrixPage + "#role=writer", {}, async (page) => {
	const first = page.locator("[data-role=writer] tbody tr:first-child");
	const title = await first.locator("th a").innerText();
	const cells = (await first.locator("td.n").allInnerTexts()).slice(2).map(number);
	const wrong = cells.slice(0, 6).reduce((a, b) => a + b);
	await first.locator("th a").click();
	await page.waitForSelector("#detail h1");
	assert.equal(await page.locator("#detail h1").innerText(), title);
	assert.deepEqual((await texts(page, "#detail .lead b")).map(number), [wrong]);
	const counts = (await texts(page, ".cause > summary .count")).map(number);
	assert.equal(counts.reduce((a, b) => a + b, 0), wrong);
});

visit("the keyboard walks from top to bottom, and its place is seen", matrixPage, {}, async (page) => {
	const stops = [];
	let seen = 0;
	for (let i = 0; i < 13; i++) {
		await page.keyboard.press("Tab");
		const [stop, top, outline] = await page.evaluate(() => {
			const e = document.activeElement;
			return [e.ariaLabel ?? e.dataset.focus ?? e.textContent, e.getBoundingClientRect().top + scrollY, getComputedStyle(e).outlineStyle];
		});
		assert.ok(top >= seen - 1, `${stop} is above the stop before it`);
		assert.equal(outline, "solid", stop);
		seen = stop.startsWith("Table") ? 0 : top; // which contains the rest
		stops.push(stop);
	}
	assert.deepEqual(stops, ["npycheck", "Findings", "The tables as text", "Data", "The protocol", "The corpus", "The format",
		`${newest.length} readers`, `${new Set(writers.map((i) => i.name)).size} writers`, "Table of readers", "rank name", "rank language", "rank claims"]);
});

visit("it is dark in the dark", matrixPage, { colorScheme: "dark" }, async (page) => {
	await page.click("[data-area=header]");
	await shoot(page, "dark", true);
	await accessible(page);
	await page.goto(matrixPage + "#case=header/padding-tab");
	await page.waitForSelector("#detail h1");
	await shoot(page, "dark-case", true);
	await accessible(page);
});

visit("it fits a telephone", matrixPage, { viewport: { width: 390, height: 844 } }, async (page) => {
	const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
	// What matters is visible without scrolling a table to the right.
	const beyond = (selector) => page.locator(selector).evaluateAll((list) => list.filter((e) => e.getBoundingClientRect().right > innerWidth).length);
	await page.fill("#filters [name=q]", "sub-array-overflow");
	const names = page.locator("#grid .cases th a");
	assert.ok((await names.allInnerTexts()).includes("sub-array-overflow-dimension-wraps"));
	const cut = await names.evaluateAll((list) => list.filter((e) => e.closest("th").scrollWidth > e.closest("th").clientWidth).map((e) => e.textContent));
	assert.deepEqual(cut, [], "names are shown whole");
	await shoot(page, "narrow-names", true);
	await page.fill("#filters [name=q]", "");
	await page.click("[data-area=shape]");
	assert.ok(await fits());
	assert.equal(await beyond("[data-role=reader] .bar"), 0);
	assert.ok(await page.locator("#grid .turned").evaluateAll((list) => list.filter((e) => e.getBoundingClientRect().right <= innerWidth).length) >= 4, "four readers are in sight");
	await shoot(page, "narrow", true);
	await page.goto(matrixPage + "#case=shape/negative-1");
	await page.waitForSelector("#detail h1");
	assert.ok(await fits());
	assert.equal(await beyond(".verdicts .badge, .verdicts .message, .hex td, .command button"), 0);
	await shoot(page, "narrow-case", true);
	await accessible(page);
	await page.goto(matrixPage + `#reader=${newest[0].name}@${newest[0].variant}`);
	await page.waitForSelector(`#detail h1:has-text("${newest[0].name}")`);
	assert.ok(await fits());
	await shoot(page, "narrow-reader", true);
	await accessible(page);
	const old = releases("numpy").at(-1);
	await page.goto(matrixPage + `#a=numpy@${old.variant}&b=${newest[0].name}@${newest[0].variant}`);
	await page.waitForSelector("#difference:not([hidden])");
	assert.ok(await fits());
	await shoot(page, "narrow-difference", true);
});

visit("a telephone can be dark", matrixPage, { viewport: { width: 390, height: 844 }, colorScheme: "dark" }, async (page) => {
	await page.click("[data-area=prefix]");
	await shoot(page, "narrow-dark", true);
	await accessible(page);
});

visit("without JavaScript the ranking is there", matrixPage, { javaScriptEnabled: false }, async (page) => {
	assert.equal(await page.locator("[data-role=reader] tbody tr").count(), readers.length);
	assert.equal(await page.locator("[data-role=reader] tbody tr:visible").count(), readers.length);
	assert.ok((await page.locator("#notice").innerText()).includes("need JavaScript"));
	await shoot(page, "plain", true);
});

visit("the page of a single run", runPage, {}, async (page) => {
	assert.equal(await page.locator("h1").first().innerText(), "Conformance of reader");
	assert.equal(await page.locator("#grid thead .turned").count(), 1);
	assert.deepEqual(await texts(page, "#grid .area button"), ["prefix"]);
	// What went wrong is listed at once.
	const wrong = number((await page.locator("#verdict").innerText()).match(/^Failed: (\d+) of the \d+ files that it claims to support, 1 of them severely$/)[1]);
	assert.equal(await page.locator("#failures .verdicts tbody tr:visible").count(), wrong);
	assert.equal(await page.locator("#failures .cause:has(summary .badge:has-text('crash')) tbody tr").count(), 1);
	await shoot(page, "run", true);
	await accessible(page);
	await page.click("[data-role=reader] tbody a");
	await page.waitForSelector("#detail .cause");
	const text = await page.locator("#detail").innerText();
	assert.ok(text.includes("crash"), "the crash is shown");
	assert.ok(text.includes("<b>no</b> & \"no\""), "what the reader said is shown");
	await shoot(page, "run-reader");
	await accessible(page);
});

const lenientPage = pathToFileURL(resolve(run, "../lenient.html")).href;
visit("a run has the same causes as a page as in the text", lenientPage, {}, async (page) => {
	const wanted = readFileSync(resolve(run, "../lenient.txt"), "utf8").split("\n").filter((line) => line.includes(": got "));
	const lines = await page.locator("#failures .cause > summary").evaluateAll((list) => list.map((e) => {
		const part = (selector) => e.querySelector(selector)?.textContent ?? "";
		const n = part(".count"), such = part(".such");
		const rest = e.textContent.slice(n.length, e.textContent.length - such.length).replace(part(".badge"), part(".badge").slice(2));
		return `${n === "1" ? "" : `${n} × `}${such}: ${rest.trim()}`;
	}));
	assert.deepEqual(lines, wanted);
	assert.ok(wanted.some((line) => line.endsWith(" [shape-negative]")), wanted.join("\n"));
	// They are too many to be listed at once.
	assert.equal(await page.locator("#failures .verdicts").count(), 0);
	await shoot(page, "causes", true);
	await page.setViewportSize({ width: 390, height: 844 });
	assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
	await page.click("#failures .cause:has(code:has-text('[shape-negative]')) > summary");
	await page.waitForSelector("#failures .verdicts");
	assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
	await accessible(page);
	await shoot(page, "narrow-causes", true);
});

const hostilePage = pathToFileURL(resolve(run, "../hostile.html")).href;
visit("markup in names and messages is text", hostilePage, {}, async (page) => {
	const markup = `</script></title><img src=x onerror="document.title='harmed'">`;
	const harmless = async () => {
		assert.equal(await page.locator("img").count(), 0);
		assert.ok(!(await page.title()).startsWith("harmed"), await page.title());
	};
	await harmless();
	const name = `${markup} "${markup}`;
	assert.equal(await page.locator("h1").first().innerText(), "Conformance of " + name);
	assert.equal(await page.locator("#grid .turned a").innerText(), name);
	await page.click("#grid .turned .sort");
	await page.click("[data-role=reader] [data-sort=crash] button");
	await harmless();
	await page.click("[data-role=reader] tbody a");
	await page.waitForSelector("#detail .cause");
	assert.ok((await page.locator("#detail").innerText()).includes(markup));
	await harmless();
	await page.click("#detail .cause tbody a >> nth=0");
	await page.waitForSelector("#detail .command");
	await harmless();
	await page.goto(hostilePage + "#" + new URLSearchParams({ a: markup, b: `"]${markup}`, releases: markup, rank: markup, sort: `"]${markup}` }));
	await page.waitForSelector("#home:not([hidden])");
	await harmless();
	await page.goto(hostilePage + "#reader=" + encodeURIComponent(markup));
	await page.waitForSelector("h1:has-text('No such reader')");
	await harmless();
});
