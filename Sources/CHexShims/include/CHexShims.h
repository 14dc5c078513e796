#ifndef CHEXSHIMS_H
#define CHEXSHIMS_H

#include <stddef.h>
#include <stdint.h>

// Hexadecimal digits by vectors of sixteen bytes, as every 64-bit processor has them; Swift's own vectors don't
// compare and pack at that speed.

/// What blocks of digits held.
typedef struct {
  /// Not 0 when there was a letter of that case.
  uint64_t upper, lower;
  /// Digits read, a multiple of 32.
  size_t count;
} slip_hex_run;

/// Decodes blocks of 32 digits up to the first that isn't digits throughout.
/// `out` has room for half of `count`.
slip_hex_run slip_hex_decode(const void *digits, size_t count, void *out);

/// Writes two digits a byte. `letter_offset` is what lies between '9' and the first letter: 7 or 39.
void slip_hex_encode(const void *bytes, size_t count, void *out, uint8_t letter_offset);

#endif
