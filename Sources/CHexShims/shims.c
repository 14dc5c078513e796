#include "CHexShims.h"

#include <string.h>

typedef uint8_t block __attribute__((vector_size(16)));
typedef uint64_t words __attribute__((vector_size(16)));

static inline block load(const uint8_t *from) {
  block value;
  memcpy(&value, from, sizeof value);
  return value;
}

static inline void store(block value, uint8_t *to) { memcpy(to, &value, sizeof value); }

static inline uint64_t joined(block value) {
  words both = (words)value;
  return both[0] | both[1];
}

slip_hex_run slip_hex_decode(const void *digits, size_t count, void *out) {
  const uint8_t *from = digits;
  uint8_t *to = out;
  block upper = {0}, lower = {0};
  slip_hex_run run = {0, 0, 0};
  for (; count - run.count >= 32; run.count += 32, to += 16) {
    block text[2], nibbles[2], letters[2], invalid = {0};
    for (int half = 0; half < 2; half++) {
      text[half] = load(from + run.count + 16 * half);
      // Comparisons give 0xFF where they hold.
      block numeral = (block)((block)(text[half] - 0x30) <= 9);
      letters[half] = (block)((block)((text[half] | 0x20) - 0x61) <= 5);
      invalid |= ~(numeral | letters[half]);
      nibbles[half] = (text[half] & 0x0F) + (letters[half] & 9);
    }
    if (joined(invalid)) break;
    for (int half = 0; half < 2; half++) {
      letters[half] &= 0x20;
      lower |= text[half] & letters[half];
      upper |= ~text[half] & letters[half];
    }
    block high = __builtin_shufflevector(
        nibbles[0], nibbles[1], 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
    block low = __builtin_shufflevector(
        nibbles[0], nibbles[1], 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31);
    store(high << 4 | low, to);
  }
  run.upper = joined(upper);
  run.lower = joined(lower);
  return run;
}

static inline block letters(block nibbles, uint8_t letter_offset) {
  block above = (block)(nibbles > 9);
  return nibbles + 0x30 + (above & letter_offset);
}

void slip_hex_encode(const void *bytes, size_t count, void *out, uint8_t letter_offset) {
  const uint8_t *from = bytes;
  uint8_t *to = out;
  size_t index = 0;
  for (; count - index >= 16; index += 16, to += 32) {
    block value = load(from + index);
    block high = letters(value >> 4, letter_offset), low = letters(value & 0x0F, letter_offset);
    store(__builtin_shufflevector(high, low, 0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23), to);
    store(__builtin_shufflevector(high, low, 8, 24, 9, 25, 10, 26, 11, 27, 12, 28, 13, 29, 14, 30, 15, 31),
          to + 16);
  }
  for (; index < count; index++, to += 2) {
    uint8_t high = from[index] >> 4, low = from[index] & 0x0F;
    to[0] = high + 0x30 + (high > 9 ? letter_offset : 0);
    to[1] = low + 0x30 + (low > 9 ? letter_offset : 0);
  }
}
