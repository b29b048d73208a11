// Tests of the page, in Chromium and Firefox:
//
//	node page.mjs WORK [SCREENSHOTS]
//
// WORK has the site, check.jsonl with what the command prints about the corpus, and few, a folder of files with hostile
// names. Times are printed and not judged.
import assert from "node:assert/strict";
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, describe, test } from "node:test";
import { foreign, make } from "./arrays.mjs";
import { accessible, check, finished, launch, open, read, serve, shoot, text, texts } from "./browser.mjs";

const [work, screenshots] = process.argv.slice(2).map((path) => path && resolve(path));
const site = await serve(join(work, "site")), other = await serve(work);
copyFileSync(join(work, "check.jsonl"), join(work, "site", "check.jsonl"));
mkdirSync(join(work, "arrays"), { recursive: true });
writeFileSync(join(work, "blank.html"), '<!doctype html><link rel="icon" href="data:,"><title>empty</title>');
const arrays = make(join(work, "arrays"));
mkdirSync(join(work, "foreign"), { recursive: true });
const odd = foreign(join(work, "foreign"));
const rejected = ["prefix", "npz"].flatMap((area) => readdirSync(`corpus/vectors/reject/${area}`).filter((name) => /\.np[yz]$/.test(name)).map((name) => resolve(`corpus/vectors/reject/${area}`, name)));
const few = readdirSync(join(work, "few")).map((name) => join(work, "few", name));
const many = Object.keys(arrays).filter((name) => name.startsWith("many-")).map((name) => arrays[name]);
const truncated = resolve("docs/data/train.npy"), archive = resolve("docs/data/export.npz"), objects = resolve("docs/data/vocab.npy");
after(() => {
	site.close();
	other.close();
});

for (const name of ["chrome", "firefox"]) {
	describe(name, () => {
		let browser;
		const page = (title, steps, options) => test(title, () => open(browser, site.address + (options?.path ?? "index.html"), steps, options));
		before(async () => {
			browser = await launch(name);
		});
		after(() => browser.close());

		page("it shows a finding with its bytes, and explains it", async (page) => {
			await check(page, truncated);
			assert.equal(await text(page, "#verdict"), "Failed: 1 error");
			assert.equal(await text(page, ".findings .message"), "error data truncated: 384 of 960 bytes (24 of 60 rows); fetch or write it again");
			assert.equal(await page.$eval(".findings a", (a) => a.getAttribute("href")), "rules.html#data-truncated");
			assert.equal((await page.$$(".findings mark")).length, 1);
			assert.match(await text(page, ".findings details"), /Killed writers and broken downloads/);
			await page.waitForSelector(".stats");
			assert.equal(await text(page, ".doubt"), "They may be wrong: data-truncated.");
			assert.deepEqual(await texts(page, ".grid tbody tr:last-child td"), ["19", "9.5", "9.625", "9.75", "9.875"]);
			await shoot(page, screenshots, `${name}-finding`);
			await accessible(page);
		});

		page("it says what npycheck fix does, and doesn't show values that are shifted", async (page) => {
			await check(page, arrays.converted);
			await page.waitForSelector(".command");
			assert.equal(await text(page, ".command code"), "npycheck fix converted.npy");
			assert.match(await text(page, ".findings ~ p"), /^It fixes what was found\. No value changes: /);
			assert.equal((await page.$$(".grid, .stats, canvas")).length, 0);
			assert.match(await text(page, "#detail"), /No values: line endings were converted/);
			await shoot(page, screenshots, `${name}-fix`);
			await accessible(page);
		});

		page("an address of the corpus opens its file", async (page) => {
			await finished(page);
			await page.waitForSelector(".case");
			assert.match(await text(page, ".case"), /must reject the file/);
			assert.equal(await text(page, ".findings .quiet a"), "shape-bool");
			await shoot(page, screenshots, `${name}-case`);
		}, { path: "index.html#case=reject/shape/bool-true.npy" });

		page("a file of another format has contents too", async (page) => {
			const all = [...odd, ...rejected];
			assert.ok(all.length >= 100 && rejected.length >= 80, `${rejected.length} of ${all.length} files are of the corpus`);
			assert.match(await check(page, ...all), new RegExp(`^${all.length} files checked`));
			assert.equal((await texts(page, ".files .quiet:last-child")).filter((message) => message === "").length, 0);
			const opened = await page.evaluate(async () => { // at once, since asking Firefox about each takes seconds
				const names = [];
				for (const button of document.querySelectorAll("#summary button.plain")) {
					button.click();
					const read = () => document.querySelector("#detail h2")?.textContent === button.textContent && !/Reading…/.test(document.querySelector("#detail").textContent);
					for (let i = 0; i < 1000 && !read(); i++) {
						await new Promise((resolve) => setTimeout(resolve, 10));
					}
					names.push(`${button.textContent}: ${read() ? document.querySelector("#status").textContent.replace(/ in .*/, "") : "Reading…"}`);
				}
				return names;
			});
			assert.equal(opened.length, all.length);
			assert.deepEqual(opened.filter((name) => !name.endsWith(`: ${all.length} files checked`)), []);
			await shoot(page, screenshots, `${name}-foreign`);
		});

		page("Back and Forward lead through the list, and the address follows", async (page) => {
			const hash = () => page.evaluate(() => location.hash);
			const shown = () => page.evaluate(() => [document.querySelectorAll("#summary tbody tr").length, document.querySelector("#detail h2")?.textContent ?? "", document.querySelector("#status").textContent.replace(/ in .*/, "")]);
			await check(page, arrays.cube);
			assert.equal(await hash(), "#file=cube.npy");
			await check(page, arrays.table, truncated, archive);
			assert.equal(await hash(), "#files");
			assert.deepEqual(await texts(page, ".files td:first-child .quiet"), ["3 members 700 bytes", "<f4 (60, 4) 512 bytes", "[('id', '<i4'), ('<b>x</b>', '<f8')] (3,) 164 bytes"]);
			await page.click("#summary tbody tr:nth-child(1) button");
			await read(page);
			assert.equal(await hash(), "#file=export.npz");
			await page.click("#summary tbody tr:nth-child(3) button");
			await read(page);
			await page.evaluate(() => history.back());
			await page.waitForFunction(() => document.querySelector("#detail h2")?.textContent === "export.npz");
			await page.evaluate(() => history.back());
			await page.waitForFunction(() => !document.querySelector("#detail h2"));
			assert.equal(await hash(), "#files");
			assert.equal(await page.evaluate(() => document.activeElement.textContent), "table.npy"); // which was opened last
			assert.deepEqual(await shown(), [3, "", "3 files checked"]);
			await page.evaluate(() => history.forward());
			await page.waitForFunction(() => document.querySelector("#detail h2")?.textContent === "export.npz");
			await page.evaluate(() => history.back());
			await page.waitForFunction(() => !document.querySelector("#detail h2"));
			await page.evaluate(() => history.back());
			await page.waitForFunction(() => document.querySelector("#detail h2")?.textContent === "cube.npy");
			assert.deepEqual(await shown(), [0, "cube.npy", "1 file checked"]);
			await page.evaluate(() => history.back());
			await page.waitForFunction(() => !document.querySelector("#detail h2") && !document.body.classList.contains("taken"));
			assert.equal(await hash(), "");
			await page.evaluate(() => history.forward());
			await page.waitForFunction(() => document.querySelector("#detail h2")?.textContent === "cube.npy");
			await page.reload();
			await page.waitForFunction(() => /files are gone/.test(document.querySelector("#status").textContent));
			await check(page, truncated);
			await page.evaluate(() => history.back()); // to what was there before it was loaded again
			await page.waitForFunction(() => /files are gone/.test(document.querySelector("#status").textContent));
			assert.deepEqual((await shown()).slice(0, 2), [0, ""]);
		});

		page("a case has its twin before it, and is there after a reload", async (page) => {
			const shown = (name) => page.waitForFunction((name) => document.querySelector("#detail h2")?.textContent === name && !/Reading…/.test(document.querySelector("#detail").textContent), {}, name);
			await shown("bool-true.npy");
			await page.click('.case a[href^="#case"]');
			await page.waitForFunction(() => !/bool-true/.test(document.querySelector("#detail h2")?.textContent ?? "bool-true"));
			await page.evaluate(() => history.back());
			await shown("bool-true.npy");
			await page.reload();
			await shown("bool-true.npy");
		}, { path: "index.html#case=reject/shape/bool-true.npy" });

		page("an error anywhere ends in the status line", async (page, complaints) => {
			await check(page, arrays.cube);
			await read(page);
			const said = async (pattern) => {
				await page.waitForFunction((pattern) => new RegExp(pattern).test(document.querySelector("#status").textContent), {}, pattern);
			};
			await page.evaluate(() => window.dispatchEvent(new Event("paste"))); // without a clipboard
			await said("files'|clipboardData");
			await page.evaluate(() => window.dispatchEvent(new Event("drop"))); // of nothing, in a promise
			await said("items'|transfer");
			await page.evaluate(() => {
				const parse = JSON.parse;
				JSON.parse = (text) => {
					const value = parse(text);
					delete value.shown; // of the contents
					return value;
				};
			});
			await (await page.$("#files")).uploadFile(arrays.wave);
			await said("undefined"); // as both browsers say
			await read(page);
			assert.equal(complaints.length, 3, `${complaints}`);
			complaints.length = 0;
		});

		page("values come from any place of an array", async (page) => {
			await check(page, arrays.cube);
			await page.waitForSelector(".grid tbody");
			const row = (n) => texts(page, `.grid tbody tr:nth-child(${n}) td`);
			assert.deepEqual(await row(3), ["2", "20", "21", "22", "23"]);
			const set = (selector, value, event) => page.$eval(selector, (input, value, event) => {
				input.value = value;
				input.dispatchEvent(new Event(event));
			}, value, event);
			await set(".slider input[type=range]", "1", "input");
			await page.waitForFunction(() => document.querySelector(".grid td:nth-child(2)").textContent === "100");
			assert.deepEqual(await row(3), ["2", "120", "121", "122", "123"]);
			await set(".sliders label select", "2", "change"); // rows along axis 2, so columns along axis 1
			await page.waitForFunction(() => document.querySelectorAll(".grid tbody tr").length === 4);
			assert.deepEqual(await row(4), ["3", "103", "113", "123"]);
			assert.deepEqual((await texts(page, ".stats dd")).slice(0, 4), ["24", "0", "123", "61.5"]);
		});

		page("a structure has a column for each field", async (page) => {
			await check(page, arrays.table);
			await page.waitForSelector(".grid tbody");
			assert.deepEqual(await texts(page, ".grid th"), ["axis 0", "id", "<b>x</b>"]);
			assert.deepEqual(await texts(page, ".grid tbody tr:last-child td"), ["2", "1", "0.5"]);
		});

		page("an image has its colours", async (page) => {
			await check(page, arrays.image);
			await page.waitForFunction(() => document.querySelector("canvas")?.getAttribute("aria-label")?.startsWith("Picture of Image"));
			const pixels = () => page.$eval("canvas", (canvas) => {
				const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
				copy.drawImage(canvas, 0, 0);
				return [...copy.getImageData(0, 0, canvas.width, canvas.height).data];
			});
			assert.deepEqual(await pixels(), [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 128, 128, 128, 255, 0, 0, 0, 255]);
			await page.select(".picture select", "grey"); // of the first channel by pixel: axis 1 and 2
			await page.waitForFunction(() => document.querySelector("canvas").getAttribute("aria-label").startsWith("Picture of a[0, :, :]"));
			assert.deepEqual((await pixels()).slice(0, 12), [255, 255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 255]);
			await page.select(".picture select", "viridis");
			for (let got = []; got[1] !== 231;) {
				got = (await pixels()).slice(0, 8);
				assert.ok(got[1] === 255 || got[1] === 231, `${got}`); // as before, or drawn
				if (got[1] === 231) {
					assert.deepEqual(got, [253, 231, 37, 255, 68, 1, 84, 255]); // matplotlib's last and first colour
				}
			}
		});

		page("a picture of numbers", async (page) => {
			await check(page, arrays.wave);
			await page.waitForFunction(() => document.querySelector("canvas")?.getAttribute("aria-label")?.includes("120 rows, 160 columns"));
			assert.match(await text(page, ".picture figcaption"), /1 element that is NaN or missing/);
			await shoot(page, screenshots, `${name}-picture`);
			await accessible(page);
		});

		page("an archive is a tree, and pickles are never run", async (page) => {
			await check(page, archive);
			await page.waitForSelector(".members summary");
			assert.equal((await page.$$(".members summary")).length, 3);
			await page.click(".members summary");
			await page.waitForSelector(".member dl");
			await shoot(page, screenshots, `${name}-archive`);
			await accessible(page);
			await check(page, objects);
			await page.waitForSelector(".tree");
			assert.match(await text(page, ".findings"), /import of subprocess\.getoutput/);
			assert.match(await text(page, ".tree"), /subprocess\.getoutput/);
		});

		page("an archive says which values may be wrong", async (page) => {
			await check(page, resolve("corpus/vectors/reject/zip/text-mode-shorter.npz"));
			await read(page);
			assert.deepEqual(await texts(page, ".doubt"), ["Members may be missing or wrong: zip-end-record-mismatch."]);
			await check(page, resolve("corpus/vectors/reject/zip/crc-data-changed.npz"));
			await page.waitForSelector(".member .doubt");
			assert.deepEqual(await texts(page, ".doubt"), ["They may be wrong: zip-crc."]);
			await check(page, resolve("corpus/vectors/either/data/trailing-0d.npy"));
			await page.waitForSelector(".doubt");
			assert.deepEqual(await texts(page, ".doubt"), ["They may be wrong: data-trailing."]);
		});

		page("hostile names and arrays are text", async (page) => {
			assert.match(await check(page, ...few), new RegExp(`^${few.length} files checked`));
			const rows = await page.$$eval("#summary button.plain", (buttons) => buttons.length);
			assert.equal(rows, few.length);
			for (let i = 0; i < rows; i++) {
				await page.$$eval("#summary button.plain", (buttons, i) => buttons[i].click(), i);
				await page.waitForFunction((i) => document.querySelector("#detail h2")?.textContent === document.querySelectorAll("#summary button.plain")[i].textContent, {}, i);
			}
			assert.deepEqual(await page.$$eval("#summary img, #detail img, #detail b[onclick], #detail script", (all) => all.length), 0);
			assert.equal(await page.title(), "npycheck: check .npy and .npz files in the browser");
			await shoot(page, screenshots, `${name}-many`);
			await accessible(page);
		});

		page("10 GB are read by slices", async (page) => {
			const begin = performance.now();
			await check(page, arrays.huge);
			await page.waitForSelector(".grid tbody");
			console.log(`${name}: 10 GB shown after ${Math.round(performance.now() - begin)} ms`);
			const set = (n, value) => page.$$eval(".slider input[type=range]", (inputs, n, value) => {
				inputs[n].value = value;
				inputs[n].dispatchEvent(new Event("input"));
			}, n, value);
			await set(0, "1230");
			await set(1, "999990");
			await page.waitForFunction(() => document.querySelector(".grid tbody tr:last-child td:last-child")?.textContent === "-2.5");
		});

		page("a check can be cancelled, and the next one works", async (page) => {
			await (await page.$("#files")).uploadFile(arrays.slow);
			await page.waitForFunction(() => document.querySelector("#progress").value > 0.001);
			await page.click("#cancel");
			assert.equal(await finished(page), "Cancelled: 0 of 1 files were checked.");
			assert.match(await check(page, arrays.cube), /^1 file checked/);
			assert.equal(await text(page, "#verdict"), "OK: no findings");
		});

		page("a thousand files", async (page) => {
			console.log(`${name}: ${await check(page, ...many)}`);
			assert.equal(await text(page, "#summary h2"), "86 of 1,000 files failed");
		});

		page("it says OK, Failed or Incomplete as the command does, in the list and on the file", async (page) => {
			const lines = readFileSync("cmd/npycheck/testdata/outcomes.txt", "utf8").split("\n").map((line) => line.split(" "));
			const files = lines.filter(([outcome, name, ...rest]) => outcome && outcome !== "#" && rest.length === 0 && name !== "nowhere.npy");
			const expected = new Map(files.map(([outcome, name]) => [name.split("/").at(-1), outcome]));
			assert.equal(expected.size, files.length);
			await check(page, ...files.map(([, name]) => resolve("corpus/vectors", name)));
			const number = (outcome) => [...expected.values()].filter((o) => o === outcome).length;
			assert.equal(await text(page, "#summary h2"), `${number("failed")} of ${files.length} files failed, ${number("incomplete")} of ${files.length} files not fully checked`);
			const rows = await page.$$eval("#summary tbody tr", (rows) => rows.map((row) => [row.querySelector("button").textContent.split("/").at(-1), row.cells[1].querySelector("p").className, row.cells[1].textContent]));
			for (const [file, kind, says] of rows) {
				assert.equal(kind.toLowerCase(), expected.get(file), file);
				assert.ok(says.startsWith(kind), says);
			}
			await shoot(page, screenshots, `${name}-outcomes`);
			await accessible(page);
			for (const path of ["accept/prefix/plain.npy", "reject/pickle/import-os-system.npy", "reject/zip/encrypted.npz"]) {
				const file = path.split("/").at(-1);
				await check(page, resolve("corpus/vectors", path));
				await page.waitForFunction((file) => document.querySelector("#detail h2")?.textContent === file, {}, file);
				const [kind, says] = await page.$eval("#verdict", (p) => [p.className, p.textContent]);
				assert.equal(kind.toLowerCase(), expected.get(file));
				assert.ok(says.startsWith(`${kind}: `), says);
				await shoot(page, screenshots, `${name}-${kind}`);
			}
		});

		page("it says what the command prints", async (page) => {
			const result = await page.evaluate(async () => {
				const { Engine } = await import("./js/engine.js");
				const engine = new Engine();
				const lines = (await (await fetch("check.jsonl")).text()).split("\n").filter((line) => line.startsWith('{"path":'));
				const different = [];
				let compared = 0;
				for (let i = 0; i < lines.length; i += 10) { // Node.js compares all
					const name = JSON.parse(lines[i]).path;
					const response = await fetch(name.replace("corpus/vectors/", "corpus/"));
					if (response.ok) {
						compared++;
						if ((await engine.ask("check", { file: await response.blob(), name })).report !== lines[i].replace(/,"fix(_unknown)?":("[^"]*"|true)/g, "")) {
							different.push(name);
						}
					}
				}
				return { compared, different };
			});
			assert.deepEqual(result.different, []);
			assert.ok(result.compared > 200, `${result.compared} compared`);
		});

		page("neither the page nor a worker reaches another server", async (page, complaints) => {
			await page.waitForFunction(() => document.documentElement.dataset.ready);
			const before = other.asked.length;
			const outcomes = await page.evaluate(async (address) => {
				const reach = `fetch(${JSON.stringify(address + "check.jsonl")}, {mode: "no-cors"}).then(() => "reached", () => "blocked")`;
				const own = await fetch(address + "check.jsonl", { mode: "no-cors" }).then(() => "reached", () => "blocked");
				const worker = new Worker(URL.createObjectURL(new Blob([`${reach}.then(postMessage)`], { type: "text/javascript" })));
				return [own, await new Promise((resolve) => worker.addEventListener("message", ({ data }) => resolve(data)))];
			}, other.address);
			assert.deepEqual(outcomes, ["blocked", "blocked"]);
			assert.equal(other.asked.length, before);
			complaints.length = 0; // of the policy
		});

		for (const width of [390, 1600]) {
			page(`it fits ${width} pixels`, async (page) => {
				const fits = async () => assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "no part is wider than the page");
				await fits();
				await shoot(page, screenshots, `${name}-${width}-start`);
				for (const file of [arrays.wave, archive, truncated, arrays.table]) {
					await check(page, file);
					await read(page);
					await page.$$eval("details", (all) => all.forEach((details) => { details.open = true; }));
					await fits();
				}
				await check(page, ...few, ...odd);
				await fits();
				assert.deepEqual(await page.$$eval(".files td, .files td *", (all) => all.filter((part) => part.getBoundingClientRect().right > document.querySelector(".files").getBoundingClientRect().right).map((part) => part.textContent)), []);
				await shoot(page, screenshots, `${name}-${width}-many`);
			}, { width });
		}

		test("the npm package runs on a page and in a worker", () => open(browser, other.address + "blank.html", async (page) => {
			const verdicts = await page.evaluate(async () => {
				const { check } = await import("/package/browser.js");
				const blob = await (await fetch("/arrays/cube.npy")).blob();
				const script = `import { check } from "${location.origin}/package/browser.js";
					onmessage = async ({ data }) => postMessage((await check(data, { name: "a.npz" })).findings[0].rule);`;
				const worker = new Worker(URL.createObjectURL(new Blob([script], { type: "text/javascript" })), { type: "module" });
				const rule = new Promise((resolve, reject) => {
					worker.addEventListener("message", ({ data }) => resolve(data));
					worker.addEventListener("error", ({ message }) => reject(new Error(message)));
				});
				worker.postMessage(blob);
				return [(await check(blob)).ok, (await check(await blob.arrayBuffer())).ok, await check("a.npy").catch((error) => error.message), await rule];
			});
			assert.deepEqual(verdicts, [true, true, "a browser has no paths: pass bytes or a Blob", "npz-single-array"]);
		}));

		page("the list of the corpus is searched", async (page) => {
			await page.waitForSelector("#cases tbody tr");
			assert.match(await text(page, "#counted"), /^[\d,]{5} files, of which the first 500/);
			await page.type("#search", "shape-bool");
			await page.waitForFunction(() => /^\d{1,2} files?$/.test(document.querySelector("#counted").textContent));
			assert.ok((await texts(page, "#cases td:first-child")).includes("shape/bool-true"));
			await shoot(page, screenshots, `${name}-corpus`);
			await accessible(page);
		}, { path: "corpus.html" });

		for (const path of ["rules.html", "specification.html", "docs/index.html", "protocol.html"]) {
			page(`${path} is accessible`, accessible, { path });
		}
	});
}

test("the first check is ready soon", async () => {
	const browser = await launch("chrome");
	try {
		for (let i = 0; i < 3; i++) {
			await open(browser, site.address + "index.html", async (page) => {
				await check(page, arrays.cube);
				const time = await page.evaluate(() => performance.now());
				console.log(`first check: ${Math.round(time)} ms after the page began to load`);
				assert.equal(await text(page, "#verdict"), "OK: no findings");
			});
		}
	} finally {
		await browser.close();
	}
});
