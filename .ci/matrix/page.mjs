// Tests of the page conformance/matrix.html, and of the page of a single run, in a real browser:
//
//	node page.mjs BROWSER CONFORMANCE RUN.html [SCREENSHOTS]
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

const [executablePath, conformance, run, screenshots] = process.argv.slice(2);
const matrixPage = pathToFileURL(resolve(conformance, "matrix.html")).href;
const runPage = pathToFileURL(resolve(run)).href;
const matrix = JSON.parse(readFileSync(resolve(conformance, "matrix.json"), "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What matrix.json says, to compare the page with.
const readers = matrix.implementations.filter((i) => i.reader);
const writers = matrix.implementations.filter((i) => i.writer);
const failing = "FWCHB";
const readBy = (i) => matrix.cases.map((c) => c.read.split(" ")[matrix.implementations.indexOf(i)]);
const failed = (i) => readBy(i).filter((code) => failing.includes(code[0])).length;
const claimed = (i) => readBy(i).filter((code) => code[0] !== "-" && code[0] !== "U").length;
const share = (i) => failed(i) / Math.max(claimed(i), 1);
const casesWith = (letter) => matrix.cases.filter((c) => c.read.split(" ").some((code) => code[0] === letter));
const number = (text) => Number(text.replaceAll(",", ""));

let browser;
before(async () => {
	browser = await chromium.launch({
		executablePath,
		args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
			"--disable-background-networking", "--disable-component-update", "--disable-sync"],
	});
});
after(() => browser.close());

// visit opens a page in a new browser, and fails if the page logs an error or requests anything.
function visit(name, url, options, steps) {
	test(name, async () => {
		const context = await browser.newContext({ viewport: { width: 1400, height: 1000 }, ...options });
		context.setDefaultTimeout(120_000); // of a busy machine
		const page = await context.newPage();
		const complaints = [];
		page.on("console", (message) => complaints.push(`console: ${message.text()}`));
		page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
		page.on("request", (request) => {
			if (request.url().split("#")[0] !== url.split("#")[0]) {
				complaints.push(`request: ${request.url()}`);
			}
		});
		try {
			await page.goto(url);
			await page.waitForSelector(options.javaScriptEnabled === false ? "h1" : "#grid tbody, #detail:not([hidden]) h1", { state: "attached" });
			await steps(page);
			assert.deepEqual(complaints, []);
		} finally {
			await context.close();
		}
	});
}

async function shoot(page, name, fullPage = false) {
	if (screenshots) {
		await page.screenshot({ path: resolve(screenshots, name + ".png"), fullPage });
	}
}

// accessible runs axe, which finds missing contrast, names, roles and table headers.
async function accessible(page) {
	// Not as a script element, which the page's policy forbids.
	await page.evaluate(axe);
	const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
	assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + n.failureSummary).join("\n")}`), []);
}

const texts = (page, selector) => page.locator(selector).allInnerTexts();
const counted = async (page) => number((await page.locator("#counted").innerText()).match(/^([\d,]+) file/)[1]);
const pressed = (page, name) => page.locator(`#filters [data-cell="${name}"]`).getAttribute("aria-pressed");

visit("it shows every reader and case, the worst first", matrixPage, {}, async (page) => {
	assert.equal(await page.locator("[data-role=reader] tbody tr").count(), readers.length);
	assert.equal(await page.locator("#grid thead .turned").count(), readers.length);
	assert.equal(await counted(page), matrix.cases.length);
	const files = (await texts(page, "#grid .area td:nth-child(2)")).map(number);
	assert.equal(files.reduce((a, b) => a + b), matrix.cases.length);
	const order = await texts(page, "#grid thead .turned");
	const wanted = readers.toSorted((a, b) => share(b) - share(a)).map(share);
	assert.deepEqual(order.map((label) => share(readers.find((i) => `${i.name} ${i.variant}` === label))), wanted);
	for (const [n, label] of order.entries()) {
		const reader = readers.find((i) => `${i.name} ${i.variant}` === label);
		const cells = (await texts(page, `#grid .area td:nth-child(${n + 3})`)).map((text) => Number(text) || 0);
		assert.equal(cells.reduce((a, b) => a + b), failed(reader), `failures of ${label}`);
	}
	await shoot(page, "light", true);
	await accessible(page);
});

visit("it shows the writers", matrixPage, {}, async (page) => {
	await page.click("#roles [data-role=writer]");
	assert.equal(await page.locator("#grid thead .turned").count(), writers.length);
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
		assert.equal(await counted(page), casesWith(letter).length, name);
		assert.equal(new URL(page.url()).hash, "#cell=" + name);
		await page.click(`#filters [data-cell="${name}"]`);
		assert.equal(await pressed(page, name), "false");
	}
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

	const language = readers[0].language;
	await page.selectOption("#filters [name=language]", language);
	assert.equal(await page.locator("#grid thead .turned").count(), readers.filter((i) => i.language === language).length);
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
	assert.ok((await page.locator("#grid").innerText()).includes("No file is left"));
});

visit("filters come from the address, and nonsense there does no harm", matrixPage + "#cell=crash,hang,%3Cb%3E&duty=accept&area=%3Cimg%20src=x%3E&role=constructor", {}, async (page) => {
	assert.equal(await page.locator("#filters [name=duty]").inputValue(), "accept");
	assert.equal(await page.locator("#filters [name=area]").inputValue(), "");
	assert.equal(await pressed(page, "crash"), "true");
	assert.equal(await counted(page), matrix.cases.filter((c) => c.duty === "accept" && /C.|H./.test(c.read)).length);
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
		assert.equal(new URL(page.url()).hash, "#q=shape-negative");
		assert.equal(await page.locator("[data-area=shape]").getAttribute("aria-expanded"), "true");
		assert.equal(await page.evaluate(() => document.activeElement.innerText), "negative-1");
	};
	await here();
	await page.goForward();
	await caseIsShown(page);
	await page.click("nav a:has-text('next')");
	await page.click("nav a:has-text('all files')");
	await here();
	assert.equal(await page.locator("#home").isVisible(), true);
	assert.equal(await page.locator("#detail").isVisible(), false);
});

async function caseIsShown(page) {
	assert.equal(await page.locator("#detail h1").innerText(), "shape/negative-1");
	assert.equal(await page.evaluate(() => document.activeElement.localName), "h1");
	const text = await page.locator("#detail").innerText();
	for (const wanted of ["reject: refuse the file", "shape-negative", "clause npy-6.", "93 4e 55 4d 50 59", "magic", "What the readers did"]) {
		assert.ok(text.includes(wanted), `the case shows ${wanted}`);
	}
	assert.ok(await page.locator("#detail mark").count() > 0, "the fault is marked in the bytes");
	const codes = matrix.cases.find((c) => c.id === "shape/negative-1").read.split(" ").filter((code) => code !== "--");
	assert.equal(await page.locator("#detail .verdicts tbody tr").count(), codes.length);
}

visit("a case opens by its address, with its array", matrixPage + "#case=prefix/plain", {}, async (page) => {
	const text = await page.locator("#detail").innerText();
	for (const wanted of ["It breaks no rule", "<f8 of shape (3,), in C order", "1 -2.5 3", "final newline"]) {
		assert.ok(text.includes(wanted), `the case shows ${wanted}`);
	}
	await page.click("nav a:has-text('next')");
	assert.notEqual(await page.locator("#detail h1").innerText(), "prefix/plain");
	await page.click("nav a:has-text('all files')");
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
	const label = await page.locator("#detail h1").innerText();
	const reader = readers.find((i) => `${i.name} ${i.variant}` === label);
	assert.equal(decodeURIComponent(new URL(page.url()).hash), `#reader=${reader.name}@${reader.variant}`);
	const counts = (await texts(page, ".group > summary .count")).map(number);
	assert.equal(counts.reduce((a, b) => a + b, 0), failed(reader));
	const groups = page.locator(".group");
	for (let i = 0; i < await groups.count(); i++) {
		await groups.nth(i).evaluate((group) => { group.open = true; });
	}
	await page.waitForFunction((n) => document.querySelectorAll(".group tbody tr").length === n, failed(reader));
	const clauses = await texts(page, ".group summary .clause");
	assert.ok(clauses.every((clause) => /^(np[yz]-\d+\.\d+|–)$/.test(clause)), clauses.join(" "));
	await shoot(page, "reader");
	await accessible(page);
	await page.locator(".group tbody a").first().click();
	await page.waitForSelector("#detail h2:has-text('What the readers did')");
	await page.goBack();
	assert.equal(await page.locator("#detail h1").innerText(), label);
});

visit("a writer has a page too", matrixPage + "#role=writer", {}, async (page) => {
	const first = page.locator("[data-role=writer] tbody tr:first-child");
	const [label, , percent] = await first.locator("th, td").allInnerTexts();
	const wrong = (await first.locator("td.n").allInnerTexts()).slice(4).map(Number).reduce((a, b) => a + b);
	await first.locator("a").click();
	assert.equal(await page.locator("#detail h1").innerText(), label);
	const lead = await page.locator("#detail .lead").innerText();
	assert.ok(lead.startsWith(wrong + " of the ") && lead.includes(`(${percent})`), lead);
	const counts = (await texts(page, ".group > summary .count")).map(number);
	assert.equal(counts.reduce((a, b) => a + b, 0), wrong);
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
	await page.click("[data-area=shape]");
	assert.ok(await fits());
	assert.equal(await beyond("[data-role=reader] .bar"), 0);
	await shoot(page, "narrow", true);
	await page.goto(matrixPage + "#case=shape/negative-1");
	await page.waitForSelector("#detail h1");
	assert.ok(await fits());
	assert.equal(await beyond(".verdicts .badge, .verdicts .message"), 0);
	await shoot(page, "narrow-case", true);
	await accessible(page);
});

visit("without JavaScript the ranking is there", matrixPage, { javaScriptEnabled: false }, async (page) => {
	assert.equal(await page.locator("[data-role=reader] tbody tr").count(), readers.length);
	assert.ok((await page.locator("#notice").innerText()).includes("need JavaScript"));
});

visit("the page of a single run", runPage, {}, async (page) => {
	assert.equal(await page.locator("h1").first().innerText(), "Conformance of reader");
	assert.equal(await page.locator("#grid thead .turned").count(), 1);
	assert.deepEqual(await texts(page, "#grid .area button"), ["prefix"]);
	await shoot(page, "run");
	await accessible(page);
	await page.click("[data-role=reader] tbody a");
	const text = await page.locator("#detail").innerText();
	assert.ok(text.includes("crash"), "the crash is told");
	assert.ok(text.includes("<b>no</b> & \"no\""), "what the reader said is told");
	await shoot(page, "run-reader");
	await accessible(page);
});
