// Looks for links of the site that lead nowhere, on pages whose markup is complete without scripts:
//
//	node site.mjs FOLDER
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { join, posix } from "node:path";

const folder = process.argv[2];
const pages = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith(".html"));
const read = new Map(pages.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
const ids = new Map([...read].map(([name, text]) => [name, new Set([...text.matchAll(/ id="?([^" >]+)/g)].map((m) => m[1]))]));
let links = 0;
const broken = [];
for (const [name, text] of read) {
	for (const [, link] of text.matchAll(/(?:href|src)="([^"]*)"/g)) {
		const [target, anchor] = link.split("#");
		if (link.includes(":") || name === "matrix.html" && link.startsWith("#")) {
			continue;
		}
		links++;
		const page = target === "" ? name : posix.join(posix.dirname(name), decodeURI(target));
		if (!existsSync(join(folder, page))) {
			broken.push(`${name}: ${link}`);
		} else if (anchor?.startsWith("case=") && page === "index.html") {
			if (!existsSync(join(folder, "corpus", anchor.slice("case=".length)))) {
				broken.push(`${name}: ${link}`);
			}
		} else if (anchor && page !== "matrix.html" && !ids.get(page)?.has(decodeURIComponent(anchor))) {
			broken.push(`${name}: ${link}`);
		}
	}
}
console.log(`${pages.length} pages, ${links} links, ${broken.length} broken`);
if (broken.length > 0 || pages.length < 20 || links < 1000) {
	console.error(broken.slice(0, 30).join("\n"));
	process.exit(1);
}
