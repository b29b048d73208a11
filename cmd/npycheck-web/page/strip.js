// What each byte of a file is: a strip to scale, and a list.
import { count, el, size, table, visible } from "./dom.js";
import { bytes } from "./hex.js";

const kinds = [ // by the first words of a region's name
	[/^(magic|format version|header length)/, "prefix"],
	[/^(key|value)/, "header"],
	[/^(padding|final newline|separator|dictionary|before the dictionary|header text)/, "filler"],
	[/^(data|member data|content)/, "data"],
	[/^pickle opcode/, "pickle"],
	[/^(unknown|bytes after|trailing)/, "unknown"],
];
const listed = 300; // regions

const kind = (name) => kinds.find(([pattern]) => pattern.test(name))?.[1] ?? "record";

// strips draws the regions of a file, or of the content of a member. If the header is too small to be seen, it is
// drawn once more by itself.
export function strips(regions, whole, omitted, what = "file") {
	if (regions.length === 0) {
		return [];
	}
	const end = Math.max(whole, ...regions.map((r) => r.offset + r.length));
	const parts = [figure(`The whole ${what}, to scale`, regions, 0, end)];
	const headerEnd = Math.max(0, ...regions.filter((r) => r.offset < 70_000 && ["prefix", "header", "filler"].includes(kind(r.name))).map((r) => r.offset + r.length));
	if (headerEnd > 0 && headerEnd < end / 4) {
		parts.push(figure("Only the header, to scale", regions.filter((r) => r.offset < headerEnd), 0, headerEnd));
	}
	const rows = regions.slice(0, listed).map((r) => [r.offset, r.length, visible(r.name), el("code", {}, [...bytes(r.bytes)].map((b) => b.toString(16).padStart(2, "0")).join(" "))]);
	parts.push(el("details", {}, el("summary", {}, `List of ${count(regions.length, "region")}`),
		table("Regions", ["#offset", "#bytes", "what it is", "first bytes"], rows),
		regions.length > listed || omitted > 0 ? el("p", { class: "quiet" }, `${count(Math.max(regions.length - listed, 0) + omitted, "more region")} not listed; npycheck dump has them.`) : undefined));
	return parts;
}

function figure(caption, regions, from, to) {
	const width = 1000;
	const scale = (n) => (n - from) / Math.max(to - from, 1) * width;
	const drawn = regions.slice(0, 1500);
	const legend = [...new Set(drawn.map((r) => kind(r.name)))];
	return el("figure", {},
		el("svg", { viewBox: `0 0 ${width} 28`, preserveAspectRatio: "none", class: "strip", role: "img", "aria-label": `${caption}: ${drawn.slice(0, 8).map((r) => r.name).join("; ")}` },
			drawn.map((r) => el("rect", { x: scale(r.offset), width: Math.max(scale(r.offset + r.length) - scale(r.offset), 0.7), y: 0, height: 28, class: kind(r.name) },
				el("title", {}, `${visible(r.name)}: ${size(r.length)} from ${r.offset} on`)))),
		el("figcaption", {}, `${caption}: ${size(to - from)}. `, legend.map((name) => el("span", { class: `legend ${name}` }, names[name]))));
}

const names = { prefix: "prefix", header: "keys and values", filler: "punctuation and padding", data: "data", pickle: "opcodes of the pickle", record: "records of the archive", unknown: "unknown" };
