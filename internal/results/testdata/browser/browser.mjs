// What the tests of page.mjs and report.mjs share: the browser, and what matrix.json says.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";

export const [executablePath, conformance, run, screenshots] = process.argv.slice(2);
export const matrixPage = pathToFileURL(resolve(conformance, "matrix.html")).href;
export const runPage = pathToFileURL(resolve(run)).href;
export const matrix = JSON.parse(readFileSync(resolve(conformance, "matrix.json"), "utf8"));
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

// What matrix.json says, to compare the page with.
export const readers = matrix.implementations.filter((i) => i.reader);
export const writers = matrix.implementations.filter((i) => i.writer);
export const failing = "WCHOXV";
export const readBy = (i) => matrix.cases.map((c) => c.read.split(" ")[matrix.implementations.indexOf(i)]);
export const having = (i, letters) => readBy(i).filter((code) => letters.includes(code[0])).length;
export const failed = (i) => having(i, failing);
export const claimed = (i) => readBy(i).filter((code) => code[0] !== "-" && code[0] !== "U").length;
export const severe = (i) => having(i, "WCHO");
export const share = (i) => severe(i) / Math.max(claimed(i), 1);
export const failedShare = (i) => failed(i) / Math.max(claimed(i), 1);
export const short = (variant) => variant.match(/-\d{14}-([0-9a-f]{7})[0-9a-f]{5}$/)?.[1] ?? variant; // of Go's pseudo-versions the commit
export const label = (i) => `${i.name} ${short(i.variant)}`;
const version = (i) => i.variant.match(/^\d+(\.\d+)*/)[0];
// The newest first; of one version, that without a suffix.
export const releases = (name) => readers.filter((i) => i.name === name).toSorted((a, b) =>
	version(b).localeCompare(version(a), "en", { numeric: true }) ||
	(b.variant === version(b)) - (a.variant === version(a)) || (b.variant < a.variant ? -1 : 1));
export const newest = [...new Set(readers.map((i) => i.name))].map((name) => releases(name)[0])
	.toSorted((a, b) => share(b) - share(a) || failedShare(b) - failedShare(a));
export const casesWith = (letters, of) => matrix.cases.filter((c) => of.some((i) => letters.includes(c.read.split(" ")[matrix.implementations.indexOf(i)][0])));
export const number = (text) => Number(text.replaceAll(",", ""));

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
export function visit(name, url, options, steps) {
	test(name, async () => {
		const context = await browser.newContext({ viewport: { width: 1280, height: 1000 }, ...options });
		context.setDefaultTimeout(600_000); // of a busy machine
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
			await page.waitForSelector(options.javaScriptEnabled === false ? "h1" : "#grid tbody, #detail:not([hidden]) h1, #counted:not(:empty)", { state: "attached" });
			await steps(page);
			assert.deepEqual(complaints, []);
		} finally {
			await context.close();
		}
	});
}

export async function shoot(page, name, fullPage = false) {
	if (screenshots) {
		await page.screenshot({ path: resolve(screenshots, name + ".png"), fullPage });
	}
}

// accessible runs axe, which finds missing contrast, names, roles and table headers.
export async function accessible(page) {
	// Not as a script element, which the page's policy forbids.
	await page.evaluate(axe);
	const { violations } = await page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] }));
	assert.deepEqual(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + n.failureSummary).join("\n")}`), []);
}

export const texts = (page, selector) => page.locator(selector).allInnerTexts();
export const counted = async (page) => number((await page.locator("#counted").innerText()).match(/^([\d,]+) file/)[1]);
export const pressed = (page, name) => page.locator(`#filters [data-cell="${name}"]`).getAttribute("aria-pressed");
