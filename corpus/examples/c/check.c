/* Tests a small reader of .npy files with the corpus: only cases.tsv and the raw elements, no JSON and no hash.
 *
 *   cc -std=c99 -O2 -o check check.c && ./check FOLDER     FOLDER is an unpacked npycheck-corpus archive
 * The reader takes numbers and booleans in C order and in the machine's byte order (little-endian), of versions 1.0 to 3.0. It
 * may reject what it doesn't support, so only two things count: a wrong array, and an array from a file that it must reject. */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *pointer, const char *name) {
	if (!pointer) perror(name), exit(2);
	return pointer;
}

/* read_npy returns the elements, or NULL for a file that it rejects. */
static unsigned char *read_npy(FILE *f, size_t *size) {
	unsigned char prefix[12];
	static char header[65536];
	char descr[4] = "", *p = header + 51;
	uint64_t length, itemsize, count = 1;
	if (fread(prefix, 1, 10, f) != 10 || memcmp(prefix, "\x93NUMPY", 6) || prefix[6] < 1 || prefix[6] > 3 || prefix[7]) return NULL;
	length = prefix[8] | prefix[9] << 8;
	if (prefix[6] > 1) {
		if (fread(prefix + 10, 1, 2, f) != 2) return NULL;
		length |= (uint64_t)prefix[10] << 16 | (uint64_t)prefix[11] << 24;
	}
	if (length == 0 || length >= sizeof header || fread(header, 1, length, f) != length || header[length - 1] != '\n') return NULL;
	header[length - 1] = 0;
	/* As NumPy writes it; of all other ways only (3, ). */
	if (strlen(header) != length - 1 || strncmp(header, "{'descr': '", 11)) return NULL;
	sprintf(descr, "%.3s", header + 11); /* the header may end here, and strchr finds the 0 */
	if (strlen(descr) != 3 || !strchr("<|", descr[0]) || !strchr("bfiu", descr[1]) || !strchr("1248", descr[2])) return NULL;
	itemsize = descr[2] - '0';
	if ((descr[1] == 'b' && itemsize != 1) || (descr[1] == 'f' && itemsize == 1) || (descr[0] == '|') != (itemsize == 1)) return NULL;
	if (strncmp(header + 14, "', 'fortran_order': False, 'shape': (", 37)) return NULL;
	for (int dims = 0; *p != ')'; dims++) {
		uint64_t dim = 0;
		if (!isdigit((unsigned char)*p) || (*p == '0' && isdigit((unsigned char)p[1]))) return NULL;
		for (; isdigit((unsigned char)*p); p++) {
			if (dim > (INT64_MAX - 9) / 10) return NULL;
			dim = dim * 10 + (*p - '0');
		}
		if (dim && count > INT64_MAX / 8 / dim) return NULL;
		count *= dim;
		if (p[0] == ',' && (p[1] == ' ' || (p[1] == ')' && dims == 0))) p += p[1] == ' ' ? 2 : 1;
		else if (*p != ')' || dims == 0) return NULL;
	}
	if (strncmp(p, "), }", 4) || p[4 + strspn(p + 4, " ")]) return NULL;
	/* In pieces, so that memory is allocated only for what is there. */
	unsigned char *elements = checked(malloc(1), "malloc"), piece[65536];
	for (uint64_t have = 0, all = count * itemsize; have < all;) {
		size_t got = fread(piece, 1, all - have < sizeof piece ? (size_t)(all - have) : sizeof piece, f);
		if (got == 0) return free(elements), NULL;
		elements = checked(realloc(elements, have + got), "realloc");
		memcpy(elements + have, piece, got);
		have += got;
	}
	*size = count * itemsize;
	return elements;
}

static FILE *open_in(const char *folder, const char *name) {
	char path[4096];
	snprintf(path, sizeof path, "%s/%s", folder, name);
	return checked(fopen(path, "rb"), path);
}

int main(int argc, char **argv) {
	static char line[65536];
	int right = 0, rejected = 0, wrong = 0, file_rejected = 0;
	if (argc != 2) return fprintf(stderr, "usage: check FOLDER\n"), 2;
	FILE *table = open_in(argv[1], "cases.tsv");
	while (fgets(line, sizeof line, table)) {
		char *column[8], *rest = line;
		for (int i = 0; i < 8; i++) {
			column[i] = rest;
			rest += strcspn(rest, "\t\n");
			if (*rest) *rest++ = 0;
		}
		if (!strstr(column[0], ".npy")) continue; /* also the names of the columns */
		FILE *file = open_in(argv[1], column[0]);
		size_t size = 0;
		unsigned char *elements = read_npy(file, &size);
		if (!strcmp(column[1], "reject") && elements) wrong++, printf("%s: was read\n", column[0]);
		file_rejected += !strcmp(column[1], "reject") && !elements;
		if (*column[7] && !elements) rejected++;
		else if (*column[7]) {
			FILE *expected = open_in(argv[1], column[7]);
			unsigned char *bytes = checked(malloc(size + 1), "malloc");
			if (fread(bytes, 1, size, expected) == size && fgetc(expected) == EOF && !memcmp(bytes, elements, size)) right++;
			else wrong++, printf("%s: elements differ from %s\n", column[0], column[7]);
			free(bytes), fclose(expected);
		}
		free(elements), fclose(file);
	}
	printf("accept: %d right, %d unsupported; reject: %d rejected; wrong: %d\n", right, rejected, file_rejected, wrong);
	return wrong || !right;
}
