/** What to check: bytes, a Blob, or in Node.js a path. */
export type Input = ArrayBufferView | ArrayBuffer | SharedArrayBuffer | Blob | string;

export interface Options {
	/** The name of the file: its suffix is compared with what the file is. By default that of a File or the path. */
	name?: string;
	/** How far into the file the check goes. By default "full". */
	depth?: "header" | "structure" | "full";
}

/** Checks a file. Rejects if it can't be read; everything that is wrong with it is in the report. */
export function check(input: Input, options?: Options): Promise<Report>;
