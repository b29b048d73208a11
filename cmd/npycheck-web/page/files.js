// The files that were dropped or chosen. In folders, at any depth, those count whose names end in .npy or .npz.

const isArray = (name) => /\.np[yz]$/i.test(name);

// picked returns the files of a list, as {name, file}.
export function picked(list, folder) {
	const files = [...list].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
	return sorted(folder ? files.filter((f) => isArray(f.name)) : files);
}

// dropped resolves to the files of what was dropped.
export async function dropped(transfer) {
	const entries = [...transfer.items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
	if (entries.length === 0) {
		return picked(transfer.files, false);
	}
	const files = [];
	const walk = async (entry, name, inFolder) => {
		if (entry.isDirectory) {
			for (const child of await children(entry)) {
				await walk(child, `${name}/${child.name}`, true);
			}
		} else if (!inFolder || isArray(entry.name)) {
			files.push({ name, file: await new Promise((resolve, reject) => entry.file(resolve, reject)) });
		}
	};
	for (const entry of entries) {
		await walk(entry, entry.name, false);
	}
	return sorted(files);
}

// children reads a folder, which comes in parts.
async function children(entry) {
	const reader = entry.createReader(), all = [];
	for (;;) {
		const part = await new Promise((resolve, reject) => reader.readEntries(resolve, reject));
		if (part.length === 0) {
			return all;
		}
		all.push(...part);
	}
}

const sorted = (files) => files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
