/* Decompresses streams with zlib, as Python's zipfile does, and with libdeflate. On the standard input each stream comes
 * after its length. For both in turn, the standard output gets the verdict, the bytes of the stream that were read, the
 * length of the content and its CRC-32. A length of 2^32-1 asks for what is still buffered. All numbers have 4 bytes,
 * lowest first. */
#include <libdeflate.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

enum { SOUND, CORRUPT, CUT, LONG };

#define MOST (1 << 16) /* bytes of content */

static unsigned char stream[1 << 20], content[MOST];

struct result {
	uint32_t verdict, consumed, length, crc;
};

static struct result with_zlib(z_stream *z, uint32_t n)
{
	inflateReset(z);
	z->next_in = stream, z->avail_in = n;
	z->next_out = content, z->avail_out = MOST;
	int code = inflate(z, Z_SYNC_FLUSH);
	struct result r = {SOUND, n - z->avail_in, MOST - z->avail_out};
	if (code == Z_DATA_ERROR)
		r.verdict = CORRUPT;
	else if (code != Z_STREAM_END)
		r.verdict = z->avail_out == 0 ? LONG : CUT;
	r.crc = libdeflate_crc32(0, content, r.length);
	return r;
}

static struct result with_libdeflate(struct libdeflate_decompressor *d, uint32_t n)
{
	size_t consumed = 0, length = 0;
	struct result r = {SOUND};
	switch (libdeflate_deflate_decompress_ex(d, stream, n, content, MOST, &consumed, &length)) {
	case LIBDEFLATE_SUCCESS:
		r.consumed = consumed, r.length = length;
		r.crc = libdeflate_crc32(0, content, length);
		break;
	case LIBDEFLATE_INSUFFICIENT_SPACE:
		r.verdict = LONG;
		break;
	default:
		r.verdict = CORRUPT;
	}
	return r;
}

int main(void)
{
	z_stream z = {0};
	struct libdeflate_decompressor *d = libdeflate_alloc_decompressor();
	uint32_t n;
	if (inflateInit2(&z, -MAX_WBITS) != Z_OK || d == NULL)
		return 1;
	while (fread(&n, sizeof n, 1, stdin) == 1) {
		if (n == UINT32_MAX) {
			fflush(stdout);
			continue;
		}
		if (n > sizeof stream || fread(stream, 1, n, stdin) != n)
			return 1;
		struct result r = with_zlib(&z, n);
		fwrite(&r, sizeof r, 1, stdout);
		r = with_libdeflate(d, n);
		fwrite(&r, sizeof r, 1, stdout);
	}
	return ferror(stdin) || fclose(stdout) != 0;
}
