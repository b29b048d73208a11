// ---- bytes ----

const shownBytes = 512;
const rowsOfRegion = 8;
const narrow = matchMedia("(max-width: 48rem)");
const perRow = () => narrow.matches ? 8 : 16;

// bytesOf returns the bytes of a file that the page has.
const bytesOf = (c) => Uint8Array.from(c.bytes.match(/../g) ?? [], (digits) => parseInt(digits, 16));

// regionsOf unpacks the ranges of a file: three numbers for each.
function regionsOf(c) {
	const list = [];
	let end = 0;
	for (let k = 0; k < c.regions.length; k += 3) {
		const at = end + c.regions[k], n = c.regions[k + 1];
		list.push({ at, n, name: data.names[c.regions[k + 2]] });
		end = at + n;
	}
	return list;
}

// hexDump shows the head of a file, range by range, with the meaning of each at its side and what
// is wrong with it below.
function hexDump(c) {
	const bytes = bytesOf(c).subarray(0, shownBytes);
	if (c.size === 0) {
		return element("p", {}, "The file is empty.");
	}
	const ranges = [];
	let end = 0;
	const unknown = (to) => {
		if (end < Math.min(to, bytes.length)) {
			ranges.push({ at: end, n: Math.min(to, c.size) - end, name: "not part of anything that is known" });
		}
	};
	for (const region of regionsOf(c)) {
		unknown(region.at);
		ranges.push(region);
		end = Math.max(end, region.at + region.n);
	}
	unknown(c.size);
	const wrong = c.findings.filter((f) => f.at >= 0 && f.at < bytes.length);
	const marked = (at) => wrong.some((f) => f.at <= at && at < f.at + f.n);
	const rows = ranges.flatMap((range, r) => rangeRows(range, bytes, marked, r));
	if (c.size > bytes.length) {
		rows.push(element("tr", {}, element("td"), element("td", { class: "quiet", colspan: 3 }, `${plural(c.size, "byte")} in all`)));
	}
	return element("div", {},
		element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Bytes" }, element("table", { class: "hex" },
			element("thead", { class: "hidden" }, element("tr", {}, ["offset", "bytes", "text", "meaning"].map((head) => element("th", { scope: "col" }, head)))),
			element("tbody", {}, rows))),
		c.findings.length > 0 && element("ul", { class: "findings" }, c.findings.map((f) => element("li", {},
			element("b", {}, f.severity), f.at >= 0 && ` at ${f.at}`, `: ${f.message} `, element("span", { class: "quiet" }, f.rule)))));
}

function rangeRows(range, bytes, marked, number) {
	const shown = Math.min(range.n, bytes.length - range.at, rowsOfRegion * 16);
	const rows = [];
	for (let at = range.at; at < range.at + shown; at += perRow()) {
		const stop = Math.min(at + perRow(), range.at + shown);
		const hex = [], ascii = [];
		for (let i = at; i < stop; i++) {
			const kind = marked(i) ? "mark" : "span";
			const text = bytes[i].toString(16).padStart(2, "0");
			const char = bytes[i] >= 0x20 && bytes[i] <= 0x7e ? String.fromCharCode(bytes[i]) : ".";
			if (hex.at(-1)?.kind === kind) {
				hex.at(-1).text += " " + text;
				ascii.at(-1).text += char;
			} else {
				hex.push({ kind, text });
				ascii.push({ kind, text: char });
			}
		}
		const parts = (list, gap) => list.map((part, n) => [n > 0 ? gap : null, part.kind === "mark" ? element("mark", {}, part.text) : part.text]).flat();
		rows.push(element("tr", { class: number % 2 === 0 ? "even" : null },
			element("td", { class: "quiet" }, at.toString(16).padStart(4, "0")),
			element("td", {}, ...parts(hex, " ")),
			element("td", {}, ...parts(ascii, null)),
			element("td", { class: "meaning" }, at === range.at ? range.name : "")));
	}
	if (range.n > shown && shown === rowsOfRegion * 16) {
		rows.push(element("tr", { class: number % 2 === 0 ? "even" : null }, element("td"), element("td", { class: "quiet", colspan: 3 }, `… ${plural(range.n - shown, "byte")} more`)));
	}
	return rows;
}
