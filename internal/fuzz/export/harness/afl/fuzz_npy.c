/* The AFL++ target of a reader in C or C++. The reader takes the place of read_npy: it gets a file as bytes
 * in memory and may return anything. One process reads many files: read_npy must not leave anything behind. */
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#ifdef __cplusplus
extern "C"
#endif
int read_npy(const uint8_t *data, size_t size);

__AFL_FUZZ_INIT();

int main(void) {
	__AFL_INIT();
	const unsigned char *data = __AFL_FUZZ_TESTCASE_BUF;
	while (__AFL_LOOP(10000))
		read_npy(data, (size_t)__AFL_FUZZ_TESTCASE_LEN);
	return 0;
}
