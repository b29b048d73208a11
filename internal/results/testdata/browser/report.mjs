// Tests of the page that npycheck check --format html writes, in a real browser:
//
//	node report.mjs BROWSER CONFORMANCE few.html [SCREENSHOTS]
//
// Beside few.html are few.json, many.html, none.html and cut.html, of the files that report-files.mjs makes, and
// corpus.html and corpus.json, of more files and rules than are unfolded, and of one that isn't there.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { run, runPage as fewPage, visit, shoot, accessible, texts } from "./browser.mjs";

const beside = (name) => pathToFileURL(resolve(run, "..", name)).href;
const parse = (name) => JSON.parse(readFileSync(resolve(run, "..", name), "utf8"));
const json = parse("few.json"), corpus = parse("corpus.json");
// The files with findings, as the page sorts them.
const severities = ["error", "warning", "note"];
const worst = (file) => Math.min(...file.findings.map((f) => severities.indexOf(f.severity)));
const faultyOf = (report) => report.files.filter((file) => file.findings.length > 0).toSorted((a, b) => worst(a) - worst(b));
const faulty = faultyOf(json);
const findings = faulty.flatMap((file) => file.findings);
const visible = (page) => page.locator("#files li:visible");
const counted = (page, text) => page.waitForSelector(`#counted:text-is("${text}")`);
const fits = (page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);

visit("it shows every file with findings, and all of them", fewPage, {}, async (page) => {
	assert.equal(await page.locator("h1").innerText(), "npycheck report");
	assert.equal(await page.locator(".file").count(), faulty.length);
	assert.deepEqual(await page.locator("#files li").evaluateAll((items) => items.map((item) => item.dataset.rule)), findings.map((f) => f.rule));
	assert.equal(await visible(page).count(), findings.length);
	await counted(page, `${findings.length} findings in ${faulty.length} files`);
	const { files, conforming, nonconforming, error, warning, note } = json.summary;
	assert.equal(await page.locator("#verdict").innerText(), `Failed: ${error} errors, ${warning} warnings, ${note} notes in ${faulty.length} of ${files} files`);
	assert.equal((await texts(page, "#top p"))[0], `${files} files: ${conforming} conforming, ${nonconforming} nonconforming, 0 not checked`);
	assert.deepEqual(await texts(page, "#filters [data-severity]"), [`error ${error}`, `warning ${warning}`, `note ${note}`]);
	assert.equal(await page.locator("#rules .rule").count(), new Set(findings.map((f) => f.rule)).size);
	// What is written last stands first, for the eye and for the keyboard.
	const tops = await page.locator("header, #verdict, #about, #top, #files, #filters, #rules").evaluateAll((parts) => parts.map((part) => [part.id, part.getBoundingClientRect().top]));
	assert.deepEqual(tops.map(([id]) => id), ["", "verdict", "about", "top", "files", "filters", "rules"]);
	tops.pop(); // which stand beside the files
	assert.deepEqual(tops, tops.toSorted((a, b) => a[1] - b[1]));
	assert.equal(await page.locator("#cut").isVisible(), false);
	await shoot(page, "report", true);
	await accessible(page);
});

visit("the bytes are marked", fewPage, {}, async (page) => {
	const marks = async (path, n) => page.locator(`.file:has(h3:text("${path}")) li`).nth(n).locator("mark").allTextContents();
	assert.deepEqual(await marks("tab.npy", 0), ["09 09", ".."]);
	assert.deepEqual(await marks("legacy.npy", 1), ["27 64 65 73 63", "'desc", "72 27", "r'"]);
	assert.deepEqual(await marks("cut.npy", 0), ["", ""]);
	const place = await page.locator(`.file:has(h3:text("cut.npy")) mark`).first().boundingBox();
	assert.ok(place.height > 5, "a place between two bytes is seen");
	const widths = await page.locator(`.file:has(h3:text("legacy.npy")) .ascii`).evaluateAll((list) => list.map((e) => Math.round(e.getBoundingClientRect().left)));
	assert.equal(new Set(widths).size, 1, "the columns stand below each other, in short rows as well");
});

visit("it filters by mouse", fewPage, {}, async (page) => {
	const errors = findings.filter((f) => f.severity === "error").length;
	const warnings = findings.filter((f) => f.severity === "warning").length;
	await page.click("#filters [data-severity=warning]");
	assert.equal(await page.locator("#filters [data-severity=warning]").getAttribute("aria-pressed"), "true");
	const having = (...severities) => faulty.filter((file) => file.findings.some((f) => severities.includes(f.severity))).length;
	await counted(page, `${warnings} of ${findings.length} findings in ${having("warning")} of ${faulty.length} files`);
	assert.equal(await visible(page).count(), warnings);
	assert.equal(await page.locator(".file:visible").count(), having("warning"));
	await page.click("#filters [data-severity=error]");
	await counted(page, `${warnings + errors} of ${findings.length} findings in ${having("warning", "error")} of ${faulty.length} files`);
	await page.click("#reset");
	await counted(page, `${findings.length} findings in ${faulty.length} files`);
	assert.equal(await page.locator("#filters [aria-pressed=true]").count(), 0);
	await page.selectOption("#filters [name=rule]", "data-truncated");
	await counted(page, `1 of ${findings.length} findings in 1 of ${faulty.length} files`);
	assert.deepEqual(await texts(page, ".file:visible h3"), [faulty.find((f) => f.path.endsWith("cut.npy")).path]);
	await page.click("#filters [data-severity=note]");
	await counted(page, `0 of ${findings.length} findings in 0 of ${faulty.length} files`);
	await shoot(page, "report-nothing");
	await accessible(page);
});

visit("it filters by keyboard, and unfolds what it finds", fewPage, {}, async (page) => {
	const focused = () => page.evaluate(() => document.activeElement.dataset.severity ?? document.activeElement.name ?? document.activeElement.id);
	await page.focus("#filters [data-severity=error]");
	await page.keyboard.press("Space");
	await page.waitForSelector("#filters [data-severity=error][aria-pressed=true]");
	await page.keyboard.press("Enter");
	await page.waitForSelector("#filters [data-severity=error][aria-pressed=false]");
	for (const next of ["warning", "note", "rule", "text"]) {
		await page.keyboard.press("Tab");
		assert.equal(await focused(), next);
	}
	await page.click("#fold");
	assert.equal(await visible(page).count(), 0);
	await page.focus("#filters [name=text]");
	await page.keyboard.type("SHAPE/0");
	await counted(page, `1 of ${findings.length} findings in 1 of ${faulty.length} files`);
	assert.equal(await visible(page).count(), 1);
	await page.keyboard.press("Enter"); // which sends no form
	assert.equal(await page.locator("#filters [name=text]").inputValue(), "SHAPE/0");
	for (const button of ["reset", "open", "fold"]) {
		await page.keyboard.press("Tab");
		assert.equal(await page.evaluate(() => document.activeElement.id), button);
	}
	await page.keyboard.press("Tab");
	await page.keyboard.press("Enter"); // on the file
	assert.equal(await visible(page).count(), 0);
	await page.click("#reset");
	await counted(page, `${findings.length} findings in ${faulty.length} files`);
	await page.click("#open");
	assert.equal(await visible(page).count(), findings.length);
});

visit("a click on a rule filters, and the way back leads to all files", beside("corpus.html"), {}, async (page) => {
	const files = faultyOf(corpus);
	const having = (rule) => files.filter((file) => file.findings.some((f) => f.rule === rule));
	// Those in most files stand first, errors before warnings, and ten are unfolded.
	const names = await page.locator("#rules code").allTextContents();
	const level = (rule) => Math.min(...files.flatMap((file) => file.findings).filter((f) => f.rule === rule).map((f) => severities.indexOf(f.severity)));
	assert.deepEqual(names.map((rule) => [level(rule), -having(rule).length]), names.map((rule) => [level(rule), -having(rule).length]).toSorted((a, b) => a[0] - b[0] || a[1] - b[1]));
	assert.equal(await page.locator("#rules .rule:visible").count(), 10);
	assert.ok(names.length > 10);
	const all = await page.locator("#counted").innerText();
	await page.click(`#rules a[href="#rule-${names[1]}"]`);
	const wanted = having(names[1]).map((file) => file.path);
	assert.deepEqual(await texts(page, ".file:visible h3"), wanted);
	assert.equal(new URL(page.url()).hash, "#rule-" + names[1]);
	assert.deepEqual(await page.locator("#rules [aria-current] code").allTextContents(), [names[1]]);
	await shoot(page, "report-rule");
	await accessible(page);
	await page.goBack();
	await counted(page, all);
	// So it does at a finding, which stays in sight; a second click shows all again. A folded rule is unfolded.
	const rule = having(names.at(-1)).at(-1).findings.at(-1).rule;
	await page.fill("#filters [name=text]", rule);
	const link = page.locator(`.file:visible li:visible a[href="#rule-${rule}"]`).first();
	await link.scrollIntoViewIfNeeded();
	const before = (await link.boundingBox()).y;
	await link.click();
	assert.ok(Math.abs((await link.boundingBox()).y - before) < 2);
	assert.equal(await page.locator(`#rules a[href="#rule-${rule}"]`).isVisible(), true);
	await link.click();
	assert.equal(await page.locator("#filters [name=rule]").inputValue(), "");
	// An address does the same.
	await page.goto(beside("corpus.html") + "#rule-" + names[0]);
	await page.reload();
	await page.waitForSelector("#counted:not(:empty)");
	assert.deepEqual(await texts(page, ".file:visible h3"), having(names[0]).map((file) => file.path));
});

visit("a rule is explained in place", fewPage, {}, async (page) => {
	const item = page.locator(`.file:has(h3:text("tab.npy")) li`).first();
	await item.scrollIntoViewIfNeeded();
	const top = await item.evaluate((e) => e.getBoundingClientRect().top);
	await item.locator(".explain summary").click();
	await item.locator(".explain .doc").waitFor();
	const text = await item.locator(".explain").innerText();
	assert.ok(text.includes("Help: If NumPy reads the file"), text);
	assert.equal(await item.evaluate((e) => e.getBoundingClientRect().top), top);
	assert.equal(await item.locator(".explain a").getAttribute("href"), "https://github.com/npycheck/npycheck/blob/main/spec/npy.md#npy-28-padding");
	await accessible(page);
	await page.locator("#rules details summary").first().click();
	await page.locator("#rules .doc").first().waitFor();
	const lost = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")].filter((a) => document.querySelector(a.getAttribute("href")) === null).length);
	assert.equal(lost, 0);
	const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map((e) => e.id));
	assert.equal(new Set(ids).size, ids.length);
});

visit("a file has an address", beside("corpus.html"), {}, async (page) => {
	const last = page.locator(".file").last(), id = await last.locator("ul").getAttribute("id");
	assert.equal(await last.getAttribute("open"), null);
	await page.click("#filters [data-severity=error]");
	assert.equal(await last.isVisible(), false, "it has notes");
	await page.goto(beside("corpus.html") + "#" + id);
	await page.waitForSelector(`#${id}:target:visible`);
	assert.equal(await page.locator("#filters [aria-pressed=true]").count(), 0);
	assert.equal(await last.evaluate((e) => 0 <= e.getBoundingClientRect().top && e.getBoundingClientRect().bottom <= innerHeight), true);
	const bar = await page.locator("#filters").boundingBox();
	assert.equal(Math.round(bar.y), 0, "the filters stay in sight");
	assert.ok((await last.locator("summary").first().boundingBox()).y >= bar.y + bar.height - 1, "the name is below the filters");
	await shoot(page, "report-address");
});

visit("twenty files are unfolded, and one number of findings is everywhere", beside("corpus.html"), {}, async (page) => {
	const { error, warning, note, not_checked } = corpus.summary;
	const all = error + warning + note;
	const files = faultyOf(corpus).length;
	assert.ok(files > 30);
	assert.equal(await page.locator(".file[open]").count(), 20);
	assert.deepEqual(await texts(page, "#filters [data-severity]"), [`error ${error}`, `warning ${warning}`, `note ${note}`, `not checked ${not_checked}`]);
	await counted(page, `${all} findings in ${files} files`);
	assert.ok((await page.locator("#verdict").innerText()).startsWith(`Incomplete: ${not_checked} of ${corpus.summary.files} files not checked; ${error} errors, ${warning} warnings, ${note} notes in ${files} of ${corpus.summary.files} files`));
	assert.equal(await page.locator("#files li[data-rule]").count(), all);
	await page.click("#filters [data-severity=unchecked]");
	await counted(page, `0 of ${all} findings in 0 of ${files} files; ${not_checked} file not checked`);
	assert.equal(await page.locator(".file:visible").count(), not_checked);
	await accessible(page);
});

visit("the keyboard reaches the filters and the files without the rules", beside("corpus.html"), {}, async (page) => {
	const focused = () => page.evaluate(() => { const e = document.activeElement; return e.dataset.severity || e.name || e.id || e.innerText; });
	const stops = [];
	for (let i = 0; i < 13; i++) {
		await page.keyboard.press("Tab");
		stops.push(await focused());
		assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "solid", stops.at(-1));
	}
	assert.deepEqual(stops.slice(0, 12), ["Skip to the files", "Files", "Rules", "error", "warning", "note", "unchecked", "rule", "text", "reset", "open", "fold"]);
	assert.ok(stops[12].includes(".npy"), stops[12]);
	await page.focus(".skip");
	assert.equal(await page.locator(".skip").evaluate((e) => getComputedStyle(e).clipPath), "none", "it is seen when it has the focus");
	await page.keyboard.press("Enter");
	assert.equal(await page.evaluate(() => document.activeElement.id), "files");
	await page.keyboard.press("Tab");
	assert.equal(await focused(), "error");
	// A rule is chosen and left by keyboard.
	await page.locator("#rules .rule > a").first().focus();
	await page.keyboard.press("Enter");
	assert.notEqual(await page.locator("#filters [name=rule]").inputValue(), "");
	await page.keyboard.press("Enter");
	assert.equal(await page.locator("#filters [name=rule]").inputValue(), "");
});

visit("markup in names, members and bytes is text", fewPage, {}, async (page) => {
	assert.equal(await page.locator("img, b[onclick], .file summary b, .file p:not(.help) b, [onclick], [onerror]").count(), 0);
	assert.equal(await page.title(), "npycheck report");
	const names = await texts(page, ".file h3");
	for (const wanted of [`<script><img src=x onerror="document.title='harmed'">.npy`, `"><b onclick='x'>.npy`, "\\x1b[31mred.npy", "new\\x0aline.npy", "right\\u202eypn.left.npy", "{{.}}.npy", "&lt;b&gt;.npy", "%0A.npy"]) {
		assert.ok(names.some((name) => name.endsWith("/" + wanted)), `${wanted} is named, of ${names.join("\n")}`);
	}
	const members = await texts(page, ".place code");
	for (const wanted of [`</script><img src=x onerror="document.title='harmed'">.npy`, "a\\x0a::error::b.npy"]) {
		assert.ok(members.includes(wanted), `${wanted} is named`);
	}
	await page.fill("#filters [name=text]", `<img src=x`);
	await page.waitForFunction(() => document.querySelector("#counted").textContent.includes(" of "));
	assert.ok(await visible(page).count() > 0);
	assert.equal(await page.locator("img").count(), 0);
});

visit("many findings are folded and counted", beside("many.html"), {}, async (page) => {
	await counted(page, "15000 findings in 3000 files, 11000 of them on this page");
	assert.ok((await page.locator("#top").innerText()).includes("To stay usable, this page leaves out 4000 findings."));
	const open = await page.locator(".file[open]").count();
	assert.ok(open > 0 && open <= 20, `${open} files are unfolded`);
	assert.ok((await page.locator(".more").first().textContent()).startsWith("Not on this page, but in a JSON report: 1 more "));
	await shoot(page, "report-many");
	await page.click("#filters [data-severity=note]");
	await counted(page, "3000 of 11000 findings in 3000 of 3000 files");
	await page.fill("#filters [name=text]", "2999.npy");
	await counted(page, "1 of 11000 findings in 1 of 3000 files");
	assert.equal(await visible(page).count(), 1);
	await accessible(page);
});

visit("of good files there is a summary", beside("none.html"), { javaScriptEnabled: false }, async (page) => {
	assert.ok((await page.locator("main").innerText()).includes("No file has findings."));
	assert.equal(await page.locator("form").count(), 0);
	assert.equal(await page.locator("#verdict").innerText(), "OK: 1 file, no findings");
	await shoot(page, "report-none");
});

visit("a page that was cut off says so", beside("cut.html"), { javaScriptEnabled: false }, async (page) => {
	assert.equal(await page.locator("#cut").isVisible(), true);
});

visit("without JavaScript all is there but the filters", fewPage, { javaScriptEnabled: false }, async (page) => {
	assert.equal(await visible(page).count(), findings.length);
	assert.equal(await page.locator("#filters").isVisible(), false);
	assert.ok((await page.locator("main").innerText()).includes("The filters need JavaScript."));
	const tops = await page.locator("header, #verdict, #top, #files").evaluateAll((parts) => parts.map((part) => [part.id, part.getBoundingClientRect().top]).sort((a, b) => a[1] - b[1]).map(([id]) => id));
	assert.deepEqual(tops, ["", "verdict", "top", "files"]);
	// A rule is explained by the browser alone.
	const link = page.locator(`.file:has(h3:text("tab.npy")) li a`).first();
	await link.click();
	assert.equal(await page.locator("#rule-header-padding-byte").isVisible(), true);
	await shoot(page, "report-plain", true);
});

visit("it is dark in the dark", fewPage, { colorScheme: "dark" }, async (page) => {
	await page.click("#filters [data-severity=error]");
	await shoot(page, "report-dark", true);
	await accessible(page);
});

for (const width of [320, 390]) {
	visit(`it fits a telephone of ${width} pixels`, fewPage, { viewport: { width, height: 844 } }, async (page) => {
		assert.ok(await fits(page));
		const beyond = await page.locator("main *:visible").evaluateAll((list) => list.filter((e) => !e.closest(".hidden") && e.getBoundingClientRect().right > innerWidth).map((e) => e.outerHTML.slice(0, 100)));
		assert.deepEqual(beyond, []);
		// Half a row in a line: no byte is broken off from its eight.
		const heights = await page.locator(`.file:has(h3:text("legacy.npy")) .row`).evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height / parseFloat(getComputedStyle(row).lineHeight))));
		assert.deepEqual([...new Set(heights)].filter((lines) => lines > 2), []);
		await shoot(page, `report-narrow-${width}`, true);
		await accessible(page);
	});
}
