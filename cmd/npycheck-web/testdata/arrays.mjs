// Makes arrays for the tests of the page.
import { closeSync, openSync, truncateSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";

function header(descr, shape, fortran = false) {
	const text = `{'descr': ${descr}, 'fortran_order': ${fortran ? "True" : "False"}, 'shape': (${shape.join(", ")}${shape.length === 1 ? "," : ""}), }`;
	const size = Math.ceil((10 + text.length + 1) / 64) * 64 - 10;
	return Buffer.concat([Buffer.from("\x93NUMPY\x01\x00", "latin1"), Buffer.from([size & 255, size >> 8]), Buffer.from(text.padEnd(size - 1) + "\n")]);
}

// make writes the arrays into a folder, and returns their paths by name.
export function make(folder) {
	const paths = {};
	const write = (name, descr, shape, data, fortran) => {
		paths[name] = join(folder, `${name}.npy`);
		writeFileSync(paths[name], Buffer.concat([header(descr, shape, fortran), Buffer.from(data)]));
	};
	// An image of 2 × 3 pixels: red, green, blue; white, grey, black.
	write("image", "'|u1'", [2, 3, 3], [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255, 128, 128, 128, 0, 0, 0]);
	// Element [i, j, k] is 100i + 10j + k, in the order of Fortran.
	const cube = new Int16Array(2 * 3 * 4);
	for (let i = 0; i < 2; i++) {
		for (let j = 0; j < 3; j++) {
			for (let k = 0; k < 4; k++) {
				cube[i + 2 * j + 6 * k] = 100 * i + 10 * j + k;
			}
		}
	}
	write("cube", "'<i2'", [2, 3, 4], Buffer.from(cube.buffer), true);
	const wave = new Float64Array(120 * 160).map((_, i) => Math.sin((i % 160) / 9) * Math.cos(Math.floor(i / 160) / 13));
	wave[5] = NaN;
	write("wave", "'<f8'", [120, 160], Buffer.from(wave.buffer));
	const rows = Buffer.alloc(3 * 12);
	for (let i = 0; i < 3; i++) {
		rows.writeInt32LE(i - 1, 12 * i);
		rows.writeDoubleLE(i / 4, 12 * i + 4);
	}
	write("table", "[('id', '<i4'), ('<b>x</b>', '<f8')]", [3], rows);
	// LF became CR LF, in the header and in one of the values.
	paths.converted = join(folder, "converted.npy");
	writeFileSync(paths.converted, Buffer.from(Buffer.concat([header("'<i4'", [4]), Buffer.from([1, 0, 0, 0, 10, 0, 0, 0, 3, 0, 0, 0, 13, 0, 0, 0])]).toString("latin1").replaceAll("\n", "\r\n"), "latin1"));
	// 10 GB of which only the first and last elements were written, and 4 GB that a check has to read.
	paths.huge = sparse(folder, "huge", "'<f8'", [1250, 1_000_000], 10_000_000_000);
	paths.slow = sparse(folder, "slow", "'|b1'", [4_000_000_000], 4_000_000_000);
	for (let i = 0; i < 1000; i++) {
		write(`many-${String(i).padStart(3, "0")}`, "'<f4'", [i % 7, 5], Buffer.alloc(Math.max((i % 7) * 20 - (i % 10 === 1 ? 4 : 0), 0)));
	}
	return paths;
}

// foreign writes files that have the names of arrays and another format, and returns their paths.
export function foreign(folder) {
	const text = "a,b\n1,2\n3,4\n";
	const contents = {
		"lfs.npy": `version https://git-lfs.github.com/spec/v1\noid sha256:${"a".repeat(64)}\nsize 1\n`,
		"dvc.npy": `outs:\n- md5: ${"b".repeat(32)}\n  size: 1\n  path: a.npy\n`,
		"page.npy": "<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n",
		"page.npz": "<html><body>Not found</body></html>",
		"csv.npy": text, "json.npy": '{"a": [1, 2]}', "xml.npy": '<?xml version="1.0"?><Error/>', "text.npy": "hello", "base64.npy": "k05VTVBZAQB2AA==\n",
		"empty.npy": "", "empty.npz": "", "one-byte.npy": "\x93", "zeros.npy": Buffer.alloc(4096), "erased.npy": Buffer.alloc(512, 255), "raw.npy": Buffer.from(new Float64Array(100).map((_, i) => i / 3).buffer),
		"gzip.npy": gzipSync(text), "gzip.npz": gzipSync(header("'<i4'", [0])), "hdf5.npy": Buffer.concat([Buffer.from("\x89HDF\r\n\x1a\n", "latin1"), Buffer.alloc(100)]),
		"png.npy": Buffer.concat([Buffer.from("\x89PNG\r\n\x1a\n", "latin1"), Buffer.alloc(60)]), "pdf.npy": "%PDF-1.7\n", "utf-16.npy": Buffer.from("\ufeff\x93NUMPY\x01", "utf16le"),
		"pickle.npy": Buffer.from("\x80\x04K\x01.", "latin1"), "tar.npz": Buffer.concat([Buffer.alloc(257, "a"), Buffer.from("ustar\0"), Buffer.alloc(249)]), "zip.npy": Buffer.from("PK\x05\x06" + "\0".repeat(18), "latin1"),
		"matlab.npy": Buffer.from("MATLAB 5.0 MAT-file".padEnd(124) + "\0\x01IM", "latin1"), "zstd.npy": Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0x04, 0]),
	};
	return Object.entries(contents).map(([name, content]) => {
		writeFileSync(join(folder, name), content);
		return join(folder, name);
	});
}

function sparse(folder, name, descr, shape, bytes) {
	const path = join(folder, `${name}.npy`), begin = header(descr, shape);
	writeFileSync(path, begin);
	truncateSync(path, begin.length + bytes);
	if (descr === "'<f8'") {
		const fd = openSync(path, "r+"), last = Buffer.alloc(8);
		last.writeDoubleLE(-2.5);
		writeSync(fd, last, 0, 8, begin.length + bytes - 8);
		closeSync(fd);
	}
	return path;
}
