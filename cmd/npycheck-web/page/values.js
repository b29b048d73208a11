// A table of two dimensions of an array, with sliders for where it begins and for the index of all others.
import { el, table, visible } from "./dom.js";

const noAxis = -1;

// values returns the table, and the choice that it shows.
export function values(described, ask) {
	const lengths = described.lengths.map(Number);
	const fields = described.type.fields?.filter((f) => f.depth === 0 && !f.padding) ?? [];
	const structured = fields.length > 0 && lengths.length <= 1;
	const choice = {
		lengths,
		rows: lengths.length < 2 ? lengths.length - 1 : lengths.length - 2,
		columns: lengths.length < 2 ? noAxis : lengths.length - 1,
		index: lengths.map(() => 0),
		changed: new Set(), // listeners
	};
	const page = { rows: 20, columns: innerWidth < 600 ? 5 : 10 };
	const first = { rows: 0, columns: 0 };
	const grid = el("div", { class: "grid", "aria-live": "polite" }), controls = el("div", { class: "sliders" });
	const length = (side) => choice[side] === noAxis ? 1 : lengths[choice[side]];
	const part = (side) => ({ axis: choice[side], first: first[side], step: 1, count: Math.min(page[side], length(side) - first[side]) });

	let asked = 0;
	const draw = async () => {
		const turn = ++asked;
		const rows = part("rows"), columns = part("columns");
		try {
			const query = { member: described.member, array: described.array, rows, columns, index: choice.index, field: -1, fields: structured };
			const answer = JSON.parse(await ask("table", { query }));
			if (turn !== asked) {
				return;
			}
			const heads = structured ? fields.map((f) => visible(f.name)) : choice.columns === noAxis ? ["value"] : Array.from({ length: columns.count }, (_, i) => columns.first + i);
			grid.replaceChildren(table(`Values of ${name(choice)}`, [choice.rows === noAxis ? "" : `axis ${choice.rows}`, ...heads.map((head) => `#${head}`)],
				answer.values.map((row, i) => [choice.rows === noAxis ? "()" : String(rows.first + i), ...row.map((text) => text === null ? el("span", { class: "quiet" }, "missing") : el("code", {}, visible(text)))])));
		} catch (error) {
			if (turn === asked) {
				grid.replaceChildren(el("p", { class: "quiet" }, visible(error.message)));
			}
		}
	};
	const change = () => {
		draw();
		choice.changed.forEach((listener) => listener());
	};
	const rebuild = () => {
		controls.replaceChildren(...lengths.length > 1 ? [axes("rows"), axes("columns")] : [],
			...lengths.map((n, axis) => axis === choice.rows || axis === choice.columns ? undefined
				: slider(`index of axis ${axis}`, n - 1, choice.index[axis], (i) => { choice.index[axis] = i; change(); })).filter(Boolean),
			...["rows", "columns"].filter((side) => length(side) > page[side]).map((side) =>
				slider(`first index of axis ${choice[side]}`, length(side) - page[side], first[side], (i) => { first[side] = i; draw(); })));
		change();
	};
	const axes = (side) => el("label", {}, el("span", {}, side), el("select", {
		change: ({ target }) => {
			const other = side === "rows" ? "columns" : "rows", axis = Number(target.value);
			if (choice[other] === axis) {
				choice[other] = choice[side];
			}
			choice[side] = axis;
			first.rows = first.columns = 0;
			rebuild();
		},
	}, lengths.map((n, axis) => el("option", { value: axis, selected: axis === choice[side] }, `axis ${axis} (${n})`))));
	choice.element = el("div", {}, controls, grid);
	rebuild();
	return choice;
}

// name spells what is shown as Python does: "a[0, :, :]".
export const name = (choice) => `a[${choice.lengths.map((_, axis) => axis === choice.rows || axis === choice.columns ? ":" : choice.index[axis]).join(", ") || "()"}]`;

// slider returns a slider with a field beside it, for an index up to most.
function slider(label, most, value, change) {
	const set = (from, to) => () => {
		const i = Math.min(Math.max(Math.floor(Number(from.value)) || 0, 0), most);
		to.value = i;
		change(i);
	};
	const range = el("input", { type: "range", min: 0, max: most, step: 1, value, "aria-label": label });
	const number = el("input", { type: "number", min: 0, max: most, step: 1, value, "aria-label": `${label}, as a number` });
	range.addEventListener("input", set(range, number));
	number.addEventListener("change", set(number, range));
	return el("div", { class: "slider" }, el("span", {}, label), range, number, el("span", { class: "quiet" }, `0 to ${most}`));
}
