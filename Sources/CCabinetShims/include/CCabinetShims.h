// The files of a cabinet (MS-CAB) in memory, by libmspack, which wants files and calls back for each of its accesses.
#ifndef CCABINETSHIMS_H
#define CCABINETSHIMS_H

#include <stddef.h>
#include <stdint.h>

typedef struct slip_cabinet_file {
  const char *name;       // The path, with backslashes.
  size_t name_length;
  const uint8_t *bytes;   // What it holds, during the call only; null where it can't be read.
  size_t length;
  int year, month, day, hour, minute, second;  // When it was changed, in the time of whoever packed it.
} slip_cabinet_file;

typedef enum slip_cabinet_outcome {
  SLIP_CABINET_DONE = 0,
  SLIP_CABINET_DAMAGED,    // It is no cabinet, or its list is damaged.
  SLIP_CABINET_TOO_LARGE,  // It holds more files or bytes than it may.
  SLIP_CABINET_NO_MEMORY,
  SLIP_CABINET_ABSENT,     // The program was built without libmspack.
} slip_cabinet_outcome;

// Calls `on_file` for each file, in the order of the cabinet, unless all of them are too many or too large: then for none.
slip_cabinet_outcome slip_cabinet_read(const uint8_t *bytes, size_t length, size_t most_files, size_t most_bytes,
                                       void *context, void (*on_file)(void *, const slip_cabinet_file *));

#endif
