// Uses the types of the npm package, beside node_modules with it: tsc compiles this file, and nothing runs it.
import { check, type Input, type Options, type Report } from "npycheck";

const inputs: Input[] = ["a.npy", new Uint8Array(3), new ArrayBuffer(3), new Blob(["abc"]), new File(["abc"], "a.npy")];
const options: Options = { name: "a.npy", depth: "structure" };

export async function use(): Promise<string[]> {
	const report: Report = await check(inputs[0], options);
	const ok: boolean = report.ok;
	const lines: string[] = [ok ? "OK" : "not OK", report.path, report.verdict, report.format];
	for (const finding of report.findings) {
		const place: number = finding.offset + finding.length;
		lines.push(`${finding.severity} ${finding.rule} at ${place}: ${finding.message}`);
	}
	if (report.verdict === "conforming" && report.array) {
		const shape: number[] = report.array.shape;
		lines.push(report.array.dtype, shape.join());
	}
	for (const member of report.members ?? []) {
		lines.push(member.name);
	}
	return lines;
}

// @ts-expect-error: a number is not an input
check(3);
// @ts-expect-error: there is no such depth
check("a.npy", { depth: "deep" });
// @ts-expect-error: there is no such verdict
(report: Report) => report.verdict === "good";
// @ts-expect-error: a report has no such property
(report: Report) => report.errors;
