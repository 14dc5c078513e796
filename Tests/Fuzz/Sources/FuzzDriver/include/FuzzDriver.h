#ifndef FUZZDRIVER_H
#define FUZZDRIVER_H
#include <stddef.h>
#include <stdint.h>

// libFuzzer's loop; `test` gets each input.
int slip_fuzz(int argc, char *_Nullable *_Nullable argv, int (*_Nonnull test)(const uint8_t *_Nullable data, size_t size));
#endif
