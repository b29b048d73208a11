// Makes folders of files to check, for report.mjs:
//
//	node report-files.mjs FOLDER
//
// FOLDER/few has good, faulty and hostile files, and FOLDER/many a great many with the same faults.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const folder = process.argv[2];

const markup = `</script><img src=x onerror="document.title='harmed'">`;
const names = [ // none can have a slash
	markup.replace("/", ""), `"><b onclick='x'>`, "new\nline.npy", "\x1b[31mred.npy", "right\u202eypn.left.npy",
	"]]>.npy", "-->.npy", "{{.}}.npy", "&lt;b&gt;.npy", "::error::x.npy", "##[error]x.npy", "|`a`|.npy", "%0A.npy",
	"'); alert(1).npy", "x".repeat(180) + ".npy",
].map((name) => name.endsWith(".npy") ? name : name + ".npy");

const array = (literal, { data = 24, end = "\n" } = {}) => Buffer.concat([
	Buffer.from("\x93NUMPY\x01\x00\x76\x00", "latin1"), Buffer.from(literal.padEnd(118 - end.length) + end, "latin1"), Buffer.alloc(data)]);
const good = "{'descr': '<f8', 'fortran_order': False, 'shape': (3,), }";
const legacy = array("{'shape': (3L,), 'descr': '=f8', 'fortran_order': False}", { data: 25 });

const few = join(folder, "few"), many = join(folder, "many");
mkdirSync(few, { recursive: true });
mkdirSync(many);
writeFileSync(join(few, "good.npy"), array(good));
writeFileSync(join(few, "tab.npy"), array(good + "\t\t"));
writeFileSync(join(few, "legacy.npy"), legacy);
writeFileSync(join(few, "cut.npy"), array(good, { data: 0 }));
writeFileSync(join(few, "markup.npy"), array(`{'descr': '<f8', 'fortran_order': False, 'shape': (3,), '${markup}': 1}`));
writeFileSync(join(few, "members.npz"), archive([markup + ".npy", "a\n::error::b.npy"], array(good + "\t")));
for (const name of names) {
	writeFileSync(join(few, name), array(good + "\t"));
}
for (let n = 0; n < 3000; n++) {
	writeFileSync(join(many, `${String(n).padStart(4, "0")}.npy`), legacy);
}

// archive returns a zip file with members that have the same content, with a checksum that is wrong.
function archive(names, content) {
	const local = [], directory = [];
	let at = 0;
	for (const name of names.map((text) => Buffer.from(text))) {
		const fields = Buffer.alloc(26);
		fields.writeUInt16LE(20, 0);
		fields.writeUInt16LE(0x21, 8);
		fields.writeUInt32LE(content.length, 14);
		fields.writeUInt32LE(content.length, 18);
		fields.writeUInt16LE(name.length, 22);
		const record = Buffer.concat([Buffer.from("PK\x03\x04"), fields, name, content]);
		const more = Buffer.alloc(14);
		more.writeUInt32LE(at, 10);
		directory.push(Buffer.from("PK\x01\x02\x14\x00"), fields, more, name);
		local.push(record);
		at += record.length;
	}
	const end = Buffer.alloc(22);
	end.write("PK\x05\x06");
	end.writeUInt16LE(names.length, 8);
	end.writeUInt16LE(names.length, 10);
	end.writeUInt32LE(Buffer.concat(directory).length, 12);
	end.writeUInt32LE(at, 16);
	return Buffer.concat([...local, ...directory, end]);
}
