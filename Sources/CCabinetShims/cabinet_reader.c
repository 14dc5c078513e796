#include "CCabinetShims.h"

#ifdef SLIP_CABINETS

#include <mspack.h>
#include <stdlib.h>
#include <string.h>

// What libmspack takes for the system: one file to read, the cabinet, and one to write, the file that is unpacked.
typedef struct memory_system {
  struct mspack_system calls;  // First: the library gives its address back.
  const uint8_t *bytes;
  size_t length;
  uint8_t *output;
  size_t capacity, written;
} memory_system;

// An open file.
typedef struct memory_file {
  memory_system *system;
  int is_output;
  size_t position;
} memory_file;

static struct mspack_file *memory_open(struct mspack_system *self, const char *name, int mode) {
  (void)name;
  if (mode != MSPACK_SYS_OPEN_READ && mode != MSPACK_SYS_OPEN_WRITE) return NULL;
  memory_file *file = malloc(sizeof *file);
  if (!file) return NULL;
  file->system = (memory_system *)self;
  file->is_output = mode == MSPACK_SYS_OPEN_WRITE;
  file->position = 0;
  return (struct mspack_file *)file;
}

static void memory_close(struct mspack_file *file) { free(file); }

static int memory_read(struct mspack_file *opaque, void *buffer, int count) {
  memory_file *file = (memory_file *)opaque;
  if (file->is_output || count < 0) return -1;
  size_t rest = file->system->length - file->position;
  size_t taken = (size_t)count < rest ? (size_t)count : rest;
  memcpy(buffer, file->system->bytes + file->position, taken);
  file->position += taken;
  return (int)taken;
}

static int memory_write(struct mspack_file *opaque, void *buffer, int count) {
  memory_file *file = (memory_file *)opaque;
  memory_system *system = file->system;
  if (!file->is_output || count < 0 || (size_t)count > system->capacity - system->written) return -1;
  memcpy(system->output + system->written, buffer, (size_t)count);
  system->written += (size_t)count;
  return count;
}

static int memory_seek(struct mspack_file *opaque, off_t offset, int mode) {
  memory_file *file = (memory_file *)opaque;
  if (file->is_output) return -1;
  off_t base = mode == MSPACK_SYS_SEEK_START ? 0
               : mode == MSPACK_SYS_SEEK_CUR ? (off_t)file->position
                                             : (off_t)file->system->length;
  if (offset < -base || offset > (off_t)file->system->length - base) return -1;
  file->position = (size_t)(base + offset);
  return 0;
}

static off_t memory_tell(struct mspack_file *opaque) {
  const memory_file *file = (const memory_file *)opaque;
  return (off_t)(file->is_output ? file->system->written : file->position);
}

static void memory_message(struct mspack_file *file, const char *format, ...) {
  (void)file;
  (void)format;
}

static void *memory_alloc(struct mspack_system *self, size_t count) {
  (void)self;
  return malloc(count);
}

static void memory_copy(void *source, void *target, size_t count) { memcpy(target, source, count); }

// Unpacks each file of an open cabinet.
static slip_cabinet_outcome unpack(memory_system *system, struct mscab_decompressor *reader,
                                   struct mscabd_cabinet *cabinet, size_t most_files, size_t most_bytes,
                                   void *context, void (*on_file)(void *, const slip_cabinet_file *)) {
  size_t files = 0, bytes = 0, longest = 0;
  for (struct mscabd_file *file = cabinet->files; file; file = file->next) {
    files++;
    if (files > most_files || file->length > most_bytes - bytes) return SLIP_CABINET_TOO_LARGE;
    bytes += file->length;
    if (file->length > longest) longest = file->length;
  }
  system->output = malloc(longest ? longest : 1);
  if (!system->output) return SLIP_CABINET_NO_MEMORY;
  for (struct mscabd_file *file = cabinet->files; file; file = file->next) {
    system->capacity = file->length;
    system->written = 0;
    const int status = reader->extract(reader, file, "");
    const int is_whole = status == MSPACK_ERR_OK && system->written == file->length;
    const slip_cabinet_file found = {
        file->filename, strlen(file->filename),
        is_whole ? system->output : NULL, is_whole ? system->written : 0,
        file->date_y, file->date_m, file->date_d, file->time_h, file->time_m, file->time_s};
    on_file(context, &found);
  }
  free(system->output);
  return SLIP_CABINET_DONE;
}

slip_cabinet_outcome slip_cabinet_read(const uint8_t *bytes, size_t length, size_t most_files, size_t most_bytes,
                                       void *context, void (*on_file)(void *, const slip_cabinet_file *)) {
  memory_system system = {
      {memory_open, memory_close, memory_read, memory_write, memory_seek, memory_tell, memory_message, memory_alloc, free,
       memory_copy, NULL},
      bytes, length, NULL, 0, 0};
  struct mscab_decompressor *reader = mspack_create_cab_decompressor(&system.calls);
  if (!reader) return SLIP_CABINET_NO_MEMORY;
  slip_cabinet_outcome outcome = SLIP_CABINET_DAMAGED;
  struct mscabd_cabinet *cabinet = reader->open(reader, "");
  if (cabinet) {
    outcome = unpack(&system, reader, cabinet, most_files, most_bytes, context, on_file);
    reader->close(reader, cabinet);
  }
  mspack_destroy_cab_decompressor(reader);
  return outcome;
}

#else

// What stands for libmspack in a package without the trait `Cabinets`.
slip_cabinet_outcome slip_cabinet_read(const uint8_t *bytes, size_t length, size_t most_files, size_t most_bytes,
                                       void *context, void (*on_file)(void *, const slip_cabinet_file *)) {
  (void)bytes;
  (void)length;
  (void)most_files;
  (void)most_bytes;
  (void)context;
  (void)on_file;
  return SLIP_CABINET_ABSENT;
}

#endif
