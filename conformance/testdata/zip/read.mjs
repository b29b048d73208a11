// Says what jszip and yauzl see in archives.
//
//   node read.mjs DIR MODULES
//
// MODULES is the folder that has them in node_modules. DIR/read/few/jszip.jsonl and yauzl.jsonl get one
// object per archive below DIR/built, DIR/clean and DIR/writers.

import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import zlib from "node:zlib";

const [root, modules] = process.argv.slice(2);
const require = createRequire(path.join(path.resolve(modules), "package.json"));
const JSZip = require("jszip");
const yauzl = require("yauzl");

async function byJSZip(file) {
  const zip = await JSZip.loadAsync(fs.readFileSync(file), { checkCRC32: true });
  const members = [];
  for (const entry of Object.values(zip.files)) {
    if (entry.dir) {
      members.push({ name: entry.name, kind: "folder" });
      continue;
    }
    const data = await entry.async("nodebuffer");
    members.push({ name: entry.name, size: data.length, crc: zlib.crc32(data) });
  }
  return members;
}

function byYauzl(file) {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, strictFileNames: false }, (err, zip) => {
      if (err) return reject(err);
      const members = [];
      zip.on("error", reject);
      zip.on("end", () => resolve(members));
      zip.on("entry", (entry) => {
        if (entry.fileName.endsWith("/")) {
          members.push({ name: entry.fileName, kind: "folder" });
          return zip.readEntry();
        }
        zip.openReadStream(entry, (err, stream) => {
          if (err) return reject(err);
          let size = 0;
          let crc = 0;
          stream.on("data", (chunk) => {
            size += chunk.length;
            crc = zlib.crc32(chunk, crc);
          });
          stream.on("error", reject);
          stream.on("end", () => {
            members.push({ name: entry.fileName, size, crc });
            zip.readEntry();
          });
        });
      });
      zip.readEntry();
    });
  });
}

// A promise that never settles leaves nothing to wait for, and would end the program.
const settled = (promise) =>
  new Promise((resolve, reject) => {
    const idle = () => reject(new Error("no answer"));
    process.once("beforeExit", idle);
    promise.then(resolve, reject).finally(() => process.off("beforeExit", idle));
  });

for (const [reader, read] of [["jszip", byJSZip], ["yauzl", byYauzl]]) {
  let lines = "";
  for (const folder of ["built", "clean", "writers"]) {
    for (const name of fs.readdirSync(path.join(root, folder)).sort()) {
      const line = { path: `${folder}/${name}` };
      try {
        line.members = await settled(read(path.join(root, folder, name)));
      } catch (err) {
        line.error = String(err.message).slice(0, 200);
      }
      lines += JSON.stringify(line) + "\n";
    }
  }
  fs.writeFileSync(path.join(root, "read", "few", `${reader}.jsonl`), lines);
}
