// Tests of the page that npycheck check --format html writes, in a real browser:
//
//	node report.mjs BROWSER CONFORMANCE few.html [SCREENSHOTS]
//
// Beside few.html are few.json, many.html, none.html and cut.html, of the files that report-files.mjs makes.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { run, runPage as fewPage, visit, shoot, accessible, texts } from "./browser.mjs";

const beside = (name) => pathToFileURL(resolve(run, "..", name)).href;
const json = JSON.parse(readFileSync(resolve(run, "../few.json"), "utf8"));
const faulty = json.files.filter((file) => file.findings.length > 0);
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
	const told = await texts(page, "#summary dd");
	assert.equal(told[0], `${files}: ${conforming} conforming, ${nonconforming} nonconforming`);
	assert.equal(told[1], `${error} errors, ${warning} warnings, ${note} notes`);
	assert.equal((await page.locator("#summary tbody tr").count()), new Set(findings.map((f) => f.rule)).size);
	// What is written last stands first, for the eye and for the keyboard.
	const tops = await page.locator("header, #summary, #filters, #files, #rules").evaluateAll((parts) => parts.map((part) => [part.id, part.getBoundingClientRect().top]));
	assert.deepEqual(tops.map(([id]) => id), ["", "summary", "filters", "files", "rules"]);
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
	await counted(page, `${warnings} of ${findings.length} findings, in ${having("warning")} of ${faulty.length} files`);
	assert.equal(await visible(page).count(), warnings);
	assert.equal(await page.locator(".file:visible").count(), having("warning"));
	await page.click("#filters [data-severity=error]");
	await counted(page, `${warnings + errors} of ${findings.length} findings, in ${having("warning", "error")} of ${faulty.length} files`);
	await page.click("#reset");
	await counted(page, `${findings.length} findings in ${faulty.length} files`);
	assert.equal(await page.locator("#filters [aria-pressed=true]").count(), 0);
	await page.selectOption("#filters [name=rule]", "data-truncated");
	await counted(page, `1 of ${findings.length} findings, in 1 of ${faulty.length} files`);
	assert.deepEqual(await texts(page, ".file:visible h3"), [faulty.find((f) => f.path.endsWith("cut.npy")).path]);
	await page.click("#filters [data-severity=note]");
	await counted(page, `0 of ${findings.length} findings, in 0 of ${faulty.length} files`);
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
	await counted(page, `1 of ${findings.length} findings, in 1 of ${faulty.length} files`);
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

visit("a finding leads to its rule", fewPage, {}, async (page) => {
	await page.click(`.file:has(h3:text("tab.npy")) li a`);
	await page.waitForSelector("#rule-header-padding-byte:target");
	assert.ok((await page.locator("#rule-header-padding-byte").innerText()).includes("Replace the padding bytes"));
	assert.equal(await page.locator("#rule-header-padding-byte a").getAttribute("href"), "https://github.com/npycheck/npycheck/blob/main/spec/npy.md#npy-28-padding");
	const lost = await page.evaluate(() => [...document.querySelectorAll("a[href^='#']")].filter((a) => document.querySelector(a.getAttribute("href")) === null).length);
	assert.equal(lost, 0);
});

visit("markup in names, members and bytes is text", fewPage, {}, async (page) => {
	assert.equal(await page.locator("img, b, [onclick], [onerror]").count(), 0);
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
	await counted(page, "11000 findings in 3000 files");
	assert.ok((await page.locator("#summary").innerText()).includes("4000 more findings would make this page too large; a report as JSON lists them."));
	const open = await page.locator(".file[open]").count();
	assert.ok(open > 0 && open < 50, `${open} files are unfolded`);
	assert.ok((await page.locator(".more").first().textContent()).startsWith("More findings, which a report as JSON lists: 1 of "));
	await shoot(page, "report-many");
	const begin = Date.now();
	await page.click("#filters [data-severity=note]");
	await counted(page, "3000 of 11000 findings, in 3000 of 3000 files");
	await page.fill("#filters [name=text]", "2999.npy");
	await counted(page, "1 of 11000 findings, in 1 of 3000 files");
	assert.equal(await visible(page).count(), 1);
	assert.ok(Date.now() - begin < 20_000, `two filters take ${Date.now() - begin} ms`);
	console.log(`two filters of 11000 findings: ${Date.now() - begin} ms`);
	await accessible(page);
});

visit("of good files there is a summary", beside("none.html"), { javaScriptEnabled: false }, async (page) => {
	assert.ok((await page.locator("main").innerText()).includes("Nothing was found."));
	assert.equal(await page.locator("form").count(), 0);
	assert.equal((await texts(page, "#summary dd"))[0], "1: 1 conforming, 0 nonconforming");
	await shoot(page, "report-none");
});

visit("a page that was cut off says so", beside("cut.html"), { javaScriptEnabled: false }, async (page) => {
	assert.equal(await page.locator("#cut").isVisible(), true);
});

visit("without JavaScript all is there but the filters", fewPage, { javaScriptEnabled: false }, async (page) => {
	assert.equal(await visible(page).count(), findings.length);
	assert.equal(await page.locator("#filters").isVisible(), false);
	assert.ok((await page.locator("main").innerText()).includes("Filters need JavaScript."));
	const tops = await page.locator("#files, #summary, #rules").evaluateAll((parts) => parts.map((part) => part.getBoundingClientRect().top));
	assert.ok(tops[1] < tops[0] && tops[0] < tops[2], "the summary stands above the files");
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
