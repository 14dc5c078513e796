#ifndef CSCANSHIMS_H
#define CSCANSHIMS_H

#include <stdint.h>

// A search by vectors, in the header so that it stands where it is called; comparisons of Swift's own vectors become
// loops over lanes.

typedef uint8_t slip_block __attribute__((ext_vector_type(64)));
typedef int8_t slip_signed_block __attribute__((ext_vector_type(64)));
typedef _Bool slip_block_marks __attribute__((ext_vector_type(64)));

/// Which of 64 bytes aren't printing ASCII, or are a backslash or a brace; the first is the lowest bit.
static inline __attribute__((always_inline)) uint64_t slip_scan_stops(const void *bytes) {
  slip_block block;
  __builtin_memcpy(&block, bytes, sizeof block);
  // Bytes from 0x80 on are negative.
  slip_block stops = (slip_block)((slip_signed_block)block < 0x20) | (slip_block)(block == 0x5C) |
                     (slip_block)(block == 0x7B) | (slip_block)(block == 0x7D);
  slip_block_marks marks = __builtin_convertvector(stops, slip_block_marks);
  uint64_t bits;
  __builtin_memcpy(&bits, &marks, sizeof bits);
  return bits;
}

/// Which of 64 bytes are ASCII letters or digits; `other` gets those from 0x80 on. The first is the lowest bit.
static inline __attribute__((always_inline)) uint64_t slip_scan_words(const void *bytes, uint64_t *other) {
  slip_block block;
  __builtin_memcpy(&block, bytes, sizeof block);
  slip_block lower = block | 0x20;
  slip_block words = ((slip_block)(lower >= 'a') & (slip_block)(lower <= 'z')) |
                     ((slip_block)(block >= '0') & (slip_block)(block <= '9'));
  slip_block high = (slip_block)((slip_signed_block)block < 0);
  slip_block_marks marks = __builtin_convertvector(high, slip_block_marks);
  __builtin_memcpy(other, &marks, sizeof *other);
  marks = __builtin_convertvector(words, slip_block_marks);
  uint64_t bits;
  __builtin_memcpy(&bits, &marks, sizeof bits);
  return bits;
}

/// Which of 64 bytes are a letter in either case, or a digit; of other characters it tells nothing.
static inline __attribute__((always_inline)) uint64_t slip_scan_letter(const void *bytes, uint8_t lower) {
  slip_block block;
  __builtin_memcpy(&block, bytes, sizeof block);
  slip_block_marks marks = __builtin_convertvector((slip_block)((block | 0x20) == lower), slip_block_marks);
  uint64_t bits;
  __builtin_memcpy(&bits, &marks, sizeof bits);
  return bits;
}

typedef uint8_t slip_short_block __attribute__((ext_vector_type(16)));
typedef int8_t slip_signed_short_block __attribute__((ext_vector_type(16)));
typedef _Bool slip_short_block_marks __attribute__((ext_vector_type(16)));

/// Which of 16 bytes are ASCII controls or signs: no letters, digits, spaces or commas, and below 0x80. The first is the
/// lowest bit.
static inline __attribute__((always_inline)) uint16_t slip_scan_signs(const void *bytes) {
  slip_short_block block;
  __builtin_memcpy(&block, bytes, sizeof block);
  slip_short_block lower = block | 0x20;
  slip_short_block plain = ((slip_short_block)(lower >= 'a') & (slip_short_block)(lower <= 'z')) |
                           ((slip_short_block)(block >= '0') & (slip_short_block)(block <= '9')) |
                           (slip_short_block)(block == ' ') | (slip_short_block)(block == ',') |
                           (slip_short_block)((slip_signed_short_block)block < 0);
  slip_short_block_marks marks = __builtin_convertvector(~plain, slip_short_block_marks);
  uint16_t bits;
  __builtin_memcpy(&bits, &marks, sizeof bits);
  return bits;
}

#endif
