/* A small reader of .npy files, to run fuzz engines on. It reads numbers of 1 to 8 bytes and plain bytes into
 * one allocation, in C order and the byte order of the machine, and refuses everything else.
 *
 * Each of these macros takes a check away, as readers in the wild lack it:
 *   DEFECT_LENGTH    the length of the header may lead out of the file
 *   DEFECT_PRODUCT   the product of the dimensions may wrap
 *   DEFECT_RANK      there may be more dimensions than there is room for
 *   DEFECT_DESCR     the type string may be longer than its buffer
 *   DEFECT_ITEMSIZE  an item may have no bytes, and the number of items is found by division */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define MAX_RANK 8
#define MAX_BYTES (1u << 20) /* of data: a file names any shape */

struct header {
	char descr[8];
	int fortran_order;
	int rank;
	uint64_t shape[MAX_RANK];
};

struct text {
	const char *at, *end;
};

static void skip_spaces(struct text *t) {
	while (t->at < t->end && (*t->at == ' ' || *t->at == '\t' || *t->at == '\n')) t->at++;
}

static int accept(struct text *t, const char *word) {
	size_t n = strlen(word);
	skip_spaces(t);
	if ((size_t)(t->end - t->at) < n || memcmp(t->at, word, n) != 0) return 0;
	t->at += n;
	return 1;
}

/* The text between quotes of one kind, without escapes. */
static int quoted(struct text *t, char *to, size_t room) {
	skip_spaces(t);
	if (t->at == t->end || (*t->at != '\'' && *t->at != '"')) return 0;
	char quote = *t->at++;
	size_t n = 0;
	for (; t->at < t->end && *t->at != quote; t->at++) {
		if (*t->at == '\\') return 0;
#ifndef DEFECT_DESCR
		if (n + 1 >= room) return 0;
#endif
		to[n++] = *t->at;
	}
	if (t->at == t->end) return 0;
	t->at++;
	to[n] = 0;
	return 1;
}

static int number(struct text *t, uint64_t *n) {
	skip_spaces(t);
	if (t->at == t->end || *t->at < '0' || *t->at > '9') return 0;
	for (*n = 0; t->at < t->end && *t->at >= '0' && *t->at <= '9'; t->at++) {
		uint64_t digit = (uint64_t)(*t->at - '0');
		if (*n > (UINT64_MAX - digit) / 10) return 0;
		*n = *n * 10 + digit;
	}
	return 1;
}

static int shape(struct text *t, struct header *h) {
	if (!accept(t, "(")) return 0;
	for (h->rank = 0; !accept(t, ")"); h->rank++) {
		uint64_t n;
		if (!number(t, &n)) return 0;
#ifndef DEFECT_RANK
		if (h->rank == MAX_RANK) return 0;
#endif
		h->shape[h->rank] = n;
		if (!accept(t, ",")) return accept(t, ")") && ++h->rank > 1;
	}
	return 1;
}

static int dictionary(struct text *t, struct header *h) {
	int seen = 0;
	if (!accept(t, "{")) return 0;
	while (!accept(t, "}")) {
		char key[16] = "";
		if (!quoted(t, key, sizeof key) || !accept(t, ":")) return 0;
		if (strcmp(key, "descr") == 0) {
			if (!quoted(t, h->descr, sizeof h->descr)) return 0;
			seen |= 1;
		} else if (strcmp(key, "fortran_order") == 0) {
			h->fortran_order = accept(t, "True");
			if (!h->fortran_order && !accept(t, "False")) return 0;
			seen |= 2;
		} else if (strcmp(key, "shape") == 0) {
			if (!shape(t, h)) return 0;
			seen |= 4;
		} else {
			return 0;
		}
		if (!accept(t, ",")) {
			if (!accept(t, "}")) return 0;
			break;
		}
	}
	skip_spaces(t);
	return seen == 7 && t->at == t->end;
}

/* The item size of a type, or -1 for one that isn't read. */
static int64_t itemsize(const char *descr) {
	char kind = descr[0] ? descr[1] : 0;
	if (!strchr("<>|=", descr[0]) || !kind || !strchr("biufS", kind)) return -1;
	uint64_t n;
	struct text t = {descr + 2, descr + strlen(descr)};
	if (!number(&t, &n) || t.at != t.end || n > 1 << 16) return -1;
#ifndef DEFECT_ITEMSIZE
	if (n == 0) return -1;
#endif
	if (kind != 'S' && n != 0 && n != 1 && n != 2 && n != 4 && n != 8) return -1;
	return (int64_t)n;
}

/* Copies the items into C order, with their bytes turned around if swap. */
static void copy(uint8_t *to, const uint8_t *from, const struct header *h, size_t count, size_t size, int swap) {
	for (size_t c = 0; c < count; c++) {
		size_t rest = c, at = 0, stride = count;
		for (int i = h->rank - 1; i >= 0; i--) {
			stride /= h->shape[i];
			at += rest % h->shape[i] * stride;
			rest /= h->shape[i];
		}
		const uint8_t *item = from + (h->fortran_order ? at : c) * size;
		for (size_t b = 0; b < size; b++) to[c * size + b] = item[swap ? size - 1 - b : b];
	}
}

/* Returns 0 for a file that was read, and -1 for one that was refused. */
int read_npy(const uint8_t *data, size_t size) {
	if (size < 12 || memcmp(data, "\x93NUMPY", 6) != 0 || data[6] < 1 || data[6] > 3 || data[7] != 0) return -1;
	size_t begin = data[6] == 1 ? 10 : 12, length = data[8] | (size_t)data[9] << 8;
	if (data[6] > 1) length |= (size_t)data[10] << 16 | (size_t)data[11] << 24;
#ifndef DEFECT_LENGTH
	if (length > size - begin) return -1;
#endif
	struct header h = {0};
	struct text t = {(const char *)data + begin, (const char *)data + begin + length};
	if (!dictionary(&t, &h)) return -1;
	int64_t item = itemsize(h.descr);
	if (item < 0) return -1;

	uint64_t stored = size - begin - length, count = 1, bytes = (uint64_t)item;
	for (int i = 0; i < h.rank; i++) {
#ifndef DEFECT_PRODUCT
		if (h.shape[i] > MAX_BYTES || bytes * h.shape[i] > MAX_BYTES) return -1;
#endif
		bytes *= h.shape[i];
		count *= h.shape[i];
	}
	if (bytes > MAX_BYTES || stored / (uint64_t)item < bytes / (uint64_t)item) return -1;
	if (bytes == 0) return 0;
	uint8_t *items = malloc(bytes);
	if (!items) return -1;
	copy(items, data + begin + length, &h, count, (size_t)item, h.descr[0] == '>' && h.descr[1] != 'S');
	free(items);
	return 0;
}
