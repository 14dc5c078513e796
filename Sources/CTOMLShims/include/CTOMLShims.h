// What Swift cannot call of toml++, which is C++: a document as a sequence of events with their places.
// Nothing here decides what keys mean.
#ifndef CTOMLSHIMS_H
#define CTOMLSHIMS_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum slip_toml_event {
  SLIP_TOML_KEY = 0,      // `text` is the key of the value that follows.
  SLIP_TOML_TABLE_START,
  SLIP_TOML_TABLE_END,
  SLIP_TOML_ARRAY_START,
  SLIP_TOML_ARRAY_END,
  SLIP_TOML_STRING,       // `text`
  SLIP_TOML_INTEGER,      // `number`
  SLIP_TOML_BOOL,         // `number`, 0 or 1
  SLIP_TOML_OTHER,        // A date, a time or a fraction.
  SLIP_TOML_BROKEN,       // The text is not TOML; `text` says why. Nothing follows.
} slip_toml_event;

typedef struct slip_toml_item {
  slip_toml_event event;
  const char *text;       // Valid during the call only.
  size_t length;
  int64_t number;
  uint32_t line;          // From 1; 0 where it isn't known.
  uint32_t column;        // From 1, in code points.
} slip_toml_item;

// Reads a whole document and calls `visit` for each event, in nesting order, on this thread.
// Nesting is bounded by toml++ (256).
void slip_toml_read(const char *bytes, size_t length, void *context,
                    void (*visit)(void *context, const slip_toml_item *item));

#ifdef __cplusplus
}
#endif
#endif
