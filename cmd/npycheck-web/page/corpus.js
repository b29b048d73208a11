// The list of the corpus, with filters.
import { cases } from "./cases.js";
import { count, el, table } from "./dom.js";
import { ruleLink } from "./findings.js";

const $ = (id) => document.getElementById(id);
const most = 500; // rows
const all = await cases();
const areaOf = (c) => c.id.split("/")[0];

$("area").append(...[...new Set(all.map(areaOf))].map((area) => el("option", {}, area)));
// The address may ask for something: corpus.html#shape-bool
$("search").value = decodeURIComponent(location.hash.slice(1));

function draw() {
	const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
	const chosen = all.filter((c) => (!$("duty").value || c.duty === $("duty").value) && (!$("area").value || areaOf(c) === $("area").value) &&
		words.every((word) => `${c.id} ${c.comment} ${c.rules.join(" ")} ${c.features.join(" ")}`.toLowerCase().includes(word)));
	$("counted").textContent = chosen.length > most ? `${count(chosen.length, "file")}, of which the first ${most} are listed` : count(chosen.length, "file");
	$("cases").replaceChildren(table("Files", ["file", "readers", "rules", "what it is"], chosen.slice(0, most).map((c) => [
		el("a", { href: `index.html#case=${c.file}` }, c.id), c.duty, c.rules.flatMap((rule, i) => [i > 0 ? ", " : "", ruleLink(rule)]), c.comment])));
}

for (const id of ["search", "duty", "area"]) {
	$(id).addEventListener("input", draw);
}
$("filters").addEventListener("submit", (event) => event.preventDefault());
draw();
