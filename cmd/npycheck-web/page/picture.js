// A picture of two dimensions of an array, in grey, in colours, or as an image of three or four channels.
import { count, el, visible } from "./dom.js";
import { name } from "./values.js";

const most = 512; // rows and columns of a picture
const mostOfHuge = 256; // of one with 1e8 elements, since reading those that are far from each other takes long
const atOnce = 16_000; // elements that the worker is asked for, so that other questions needn't wait for all

// The colours of viridis at equal distances; those between are mixed.
const viridis = ["#440154", "#482475", "#414487", "#355f8d", "#2a788e", "#21918c", "#22a884", "#44bf70", "#7ad151", "#bddf26", "#fde725"]
	.map((text) => [1, 3, 5].map((i) => parseInt(text.slice(i, i + 2), 16)));
const maps = {
	grey: (t) => [255 * t, 255 * t, 255 * t],
	viridis: (t) => {
		const at = Math.min(t * (viridis.length - 1), viridis.length - 1 - 1e-9), i = Math.floor(at);
		return viridis[i].map((c, k) => c + (at - i) * (viridis[i + 1][k] - c));
	},
};

// picture draws what the table of values shows, and all of it.
export function picture(described, view, ask) {
	const { lengths } = view;
	const numeric = described.type.fields?.filter((f) => f.depth === 0 && f.numbers) ?? [];
	const state = { map: "viridis", field: numeric[0]?.index ?? -1 };
	const image = lengths.length >= 3 && [3, 4].includes(lengths.at(-1)) && described.type.numbers;
	if (image) {
		state.map = "image";
	}
	const canvas = el("canvas", { role: "img" }), bar = el("canvas", { class: "bar", width: 256, height: 1, "aria-hidden": "true" });
	const low = el("input", { type: "number", step: "any", change: () => draw(false) }), high = el("input", { type: "number", step: "any", change: () => draw(false) });
	const caption = el("figcaption", {}), ends = el("div", { class: "ends", "aria-hidden": "true" }), scale = el("div", { class: "scale" }, bar, ends);
	const menu = (label, options, change) => el("label", {}, el("span", {}, label), el("select", { change: ({ target }) => { change(target.value); load(); } },
		options.map(([value, text, selected]) => el("option", { value, selected }, text))));
	const range = el("div", { class: "fields" }, el("label", {}, el("span", {}, "min"), low), el("label", {}, el("span", {}, "max"), high),
		el("button", { type: "button", click: () => draw(true) }, "Range of the data"));
	const box = el("figure", { class: "picture" },
		el("div", { class: "fields" }, menu("colours", [...image ? [["image", "as an image", true]] : [], ["viridis", "viridis", !image], ["grey", "grey"]], (map) => { state.map = map; }),
			numeric.length > 0 ? menu("field", numeric.map((f) => [f.index, visible(f.name)]), (i) => { state.field = Number(i); }) : undefined, range),
		canvas, scale, caption);

	let asked = 0, planes = [], width = 0, height = 0, step = [1, 1];
	const load = async () => {
		const turn = ++asked;
		const color = state.map === "image", last = lengths.length - 1;
		const axes = color && (view.rows === last || view.columns === last) ? [last - 2, last - 1] : [view.rows, view.columns];
		const part = (axis) => {
			const step = Math.ceil(lengths[axis] / (lengths[axes[0]] * lengths[axes[1]] < 1e8 ? most : mostOfHuge));
			return { axis, first: 0, step, count: Math.ceil(lengths[axis] / step) };
		};
		const [rows, columns] = axes.map(part);
		try {
			const got = [];
			for (let channel = 0; channel < (color ? lengths[last] : 1); channel++) {
				const index = color ? view.index.with(last, channel) : view.index.slice();
				const plane = new Float64Array(rows.count * columns.count);
				const band = Math.max(1, Math.floor(atOnce / columns.count));
				for (let row = 0; row < rows.count && turn === asked; row += band) {
					const part = { ...rows, first: row * rows.step, count: Math.min(band, rows.count - row) };
					const query = { member: described.member, array: described.array, field: state.field, rows: part, columns, index };
					const bytes = await ask("picture", { query });
					plane.set(new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8), row * columns.count);
				}
				got.push(plane);
			}
			if (turn === asked) {
				planes = got;
				[width, height, step] = [columns.count, rows.count, [rows.step, columns.step]];
				draw(true);
			}
		} catch (error) {
			if (turn === asked) {
				caption.replaceChildren(visible(error.message));
			}
		}
	};
	const draw = (fit) => {
		if (planes.length === 0) {
			return;
		}
		const color = planes.length > 1;
		if (fit) {
			[low.value, high.value] = limits(planes, described.type.descr, color);
		}
		const from = Number(low.value), to = Number(high.value), span = to - from || 1;
		canvas.width = width;
		canvas.height = height;
		const pixels = new ImageData(width, height);
		const unit = (v) => Math.min(Math.max((v - from) / span, 0), 1);
		let missing = 0;
		for (let i = 0; i < width * height; i++) {
			let rgb = [214, 93, 0], alpha = 255; // of what isn't a number
			if (color) {
				rgb = [0, 1, 2].map((k) => 255 * unit(planes[k][i]));
				alpha = planes[3] ? 255 * unit(planes[3][i]) : 255;
			} else if (Number.isNaN(planes[0][i])) {
				missing++;
			} else {
				rgb = maps[state.map](unit(planes[0][i]));
			}
			pixels.data.set([...rgb, alpha], 4 * i);
		}
		canvas.getContext("2d").putImageData(pixels, 0, 0);
		paintBar(bar, state.map);
		scale.hidden = color;
		ends.replaceChildren(el("span", {}, low.value), el("span", {}, high.value));
		const zoom = Math.max(1, Math.min(24, Math.floor(320 / Math.max(width, height))));
		canvas.style.width = `${width * zoom}px`;
		canvas.classList.toggle("pixels", zoom > 1);
		const sampled = Math.max(...step) > 1 ? ` Every ${step[0]}th row and every ${step[1]}th column.` : "";
		const text = `${color ? "Image" : name(view)}: ${height} rows, ${width} columns, from ${low.value} to ${high.value}.${sampled}${missing ? ` In orange: ${count(missing, "element")} that ${missing === 1 ? "is" : "are"} NaN or missing.` : ""}`;
		canvas.setAttribute("aria-label", `Picture of ${text}`);
		caption.replaceChildren(text);
	};
	view.changed.add(load);
	load();
	return box;
}

// limits returns the range of what is drawn: of an image that of its type, if it is one of bytes or fractions.
function limits(planes, descr, color) {
	let least = Infinity, greatest = -Infinity;
	for (const plane of planes) {
		for (const v of plane) {
			if (Number.isFinite(v)) {
				least = Math.min(least, v);
				greatest = Math.max(greatest, v);
			}
		}
	}
	if (color && descr === "|u1") {
		return [0, 255];
	}
	if (color && least >= 0 && greatest <= 1) {
		return [0, 1];
	}
	return least > greatest ? [0, 1] : [least, greatest];
}

function paintBar(bar, map) {
	const pixels = new ImageData(256, 1);
	for (let i = 0; i < 256; i++) {
		pixels.data.set([...(maps[map] ?? maps.grey)(i / 255), 255], 4 * i);
	}
	bar.getContext("2d").putImageData(pixels, 0, 0);
}
