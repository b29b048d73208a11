// What the tests of the page share: a server of the site, and the browsers.
import assert from "node:assert/strict";
import { once } from "node:events";
import { createReadStream, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import { extname, join, resolve } from "node:path";
import puppeteer from "puppeteer-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const types = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

// serve serves a folder, and returns its address and what was asked for.
export async function serve(folder) {
	const asked = [];
	const server = createServer((request, response) => {
		const path = decodeURIComponent(new URL(request.url, "http://x").pathname);
		asked.push(`${request.method} ${path}`);
		const file = join(folder, path);
		if (!statSync(file, { throwIfNoEntry: false })?.isFile()) {
			response.writeHead(404).end();
			return;
		}
		response.writeHead(200, { "Content-Type": types[extname(file)] ?? "application/octet-stream" });
		createReadStream(file).pipe(response);
	}).listen(0, "127.0.0.1");
	await once(server, "listening");
	return { address: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() };
}

export const launch = (browser) => puppeteer.launch({
	browser, headless: true, executablePath: browser === "chrome" ? process.env.CHROMIUM : process.env.FIREFOX, protocolTimeout: 600_000,
	args: browser === "chrome" ? ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"] : [],
});

// open opens a page of the site in a tab of its own. It fails if the page logs an error.
export async function open(browser, address, steps, { width = 1280, height = 900 } = {}) {
	const page = await browser.newPage();
	page.setDefaultTimeout(600_000); // of a busy machine
	const complaints = [];
	page.on("console", (message) => complaints.push(`console: ${message.text()}`));
	page.on("pageerror", (error) => complaints.push(`error: ${error.message}`));
	try {
		await page.setViewport({ width, height });
		await page.goto(address);
		await steps(page, complaints);
		assert.deepEqual(complaints, []);
	} finally {
		await page.close();
	}
}

// check lets the page check files, until it says how that ended.
export async function check(page, ...paths) {
	await (await page.$("#files")).uploadFile(...paths);
	return finished(page);
}

export async function finished(page) {
	await page.waitForFunction(() => /checked in|^Cancelled/.test(document.querySelector("#status").textContent));
	return text(page, "#status");
}

// read waits until the contents of the file that is shown were read.
export const read = (page) => page.waitForFunction(() => document.querySelector("#detail h2") && !/Reading…/.test(document.querySelector("#detail").textContent), { timeout: 600_000 });

export const text = (page, selector) => page.$eval(selector, (element) => element.textContent);
export const texts = (page, selector) => page.$$eval(selector, (elements) => elements.map((element) => element.textContent));

// accessible runs axe, which finds missing contrast, names, roles and table headers.
export async function accessible(page) {
	await page.evaluate(axe);
	const violations = await page.evaluate(async () => {
		const { violations } = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "best-practice"] });
		return violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => n.html.slice(0, 200) + " " + n.failureSummary).join("\n")}`);
	});
	assert.deepEqual(violations, []);
}

export async function shoot(page, folder, name) {
	if (folder) {
		await page.screenshot({ path: resolve(folder, name + ".png"), fullPage: true });
	}
}
