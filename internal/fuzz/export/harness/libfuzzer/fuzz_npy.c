/* The libFuzzer target of a reader in C or C++. The reader takes the place of read_npy: it gets a file as
 * bytes in memory and may return anything. */
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

int read_npy(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
	read_npy(data, size);
	return 0;
}

#ifdef __cplusplus
}
#endif
