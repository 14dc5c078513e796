#ifndef SLIP_ARCHIVES
#include "CLibZipNone.h"

#include <stdlib.h>

static zip_error_t missing = {ZIP_ER_OPNOTSUPP};

// A source belongs to as many owners as have kept it; the last one frees it.
struct zip_source {
  zip_source_callback callback;
  void *context;
  int owners;
};

static zip_source_t *source(zip_source_callback callback, void *context) {
  zip_source_t *made = malloc(sizeof *made);
  if (made) *made = (zip_source_t){callback, context, 1};
  return made;
}

zip_source_t *zip_source_function_create(zip_source_callback callback, void *context, zip_error_t *error) {
  (void)error;
  return source(callback, context);
}
zip_source_t *zip_source_buffer_create(const void *data, uint64_t length, int frees, zip_error_t *error) {
  (void)data, (void)length, (void)frees, (void)error;
  return source(0, 0);
}
void zip_source_keep(zip_source_t *source) { source->owners++; }
void zip_source_free(zip_source_t *source) {
  if (!source || --source->owners > 0) return;
  if (source->callback) source->callback(source->context, 0, 0, ZIP_SOURCE_FREE);
  free(source);
}
zip_t *zip_open_from_source(zip_source_t *source, int flags, zip_error_t *error) {
  (void)source, (void)flags;
  if (error) *error = missing;
  return 0;
}

int zip_error_code_zip(const zip_error_t *error) { return error->zip_err; }
void zip_error_init(zip_error_t *error) { error->zip_err = 0; }
void zip_error_init_with_code(zip_error_t *error, int code) { error->zip_err = code; }
void zip_error_fini(zip_error_t *error) { (void)error; }
void zip_error_set(zip_error_t *error, int code, int system) {
  (void)system;
  if (error) error->zip_err = code;
}
const char *zip_error_strerror(zip_error_t *error) {
  (void)error;
  return "this program was built without libzip";
}

// Nothing from here on is ever called, because there is no archive.
int zip_close(zip_t *zip) { return (void)zip, -1; }
void zip_discard(zip_t *zip) { (void)zip; }
zip_error_t *zip_get_error(zip_t *zip) { return (void)zip, &missing; }
const char *zip_strerror(zip_t *zip) { return (void)zip, zip_error_strerror(&missing); }
const char *zip_get_name(zip_t *zip, uint64_t entry, uint32_t flags) {
  return (void)zip, (void)entry, (void)flags, (const char *)0;
}
int64_t zip_get_num_entries(zip_t *zip, uint32_t flags) { return (void)zip, (void)flags, 0; }
void zip_stat_init(zip_stat_t *stat) { *stat = (zip_stat_t){0}; }
int zip_stat_index(zip_t *zip, uint64_t entry, uint32_t flags, zip_stat_t *stat) {
  return (void)zip, (void)entry, (void)flags, (void)stat, -1;
}
int64_t zip_file_add(zip_t *zip, const char *name, zip_source_t *source, uint32_t flags) {
  return (void)zip, (void)name, (void)source, (void)flags, -1;
}
int64_t zip_dir_add(zip_t *zip, const char *name, uint32_t flags) { return (void)zip, (void)name, (void)flags, -1; }
int zip_file_get_external_attributes(zip_t *zip, uint64_t entry, uint32_t flags, uint8_t *system,
                                     uint32_t *attributes) {
  return (void)zip, (void)entry, (void)flags, (void)system, (void)attributes, -1;
}
int zip_file_set_external_attributes(zip_t *zip, uint64_t entry, uint32_t flags, uint8_t system, uint32_t attributes) {
  return (void)zip, (void)entry, (void)flags, (void)system, (void)attributes, -1;
}
int zip_file_set_dostime(zip_t *zip, uint64_t entry, uint16_t time, uint16_t date, uint32_t flags) {
  return (void)zip, (void)entry, (void)time, (void)date, (void)flags, -1;
}
int zip_file_set_encryption(zip_t *zip, uint64_t entry, uint16_t method, const char *passphrase) {
  return (void)zip, (void)entry, (void)method, (void)passphrase, -1;
}
int zip_set_archive_comment(zip_t *zip, const char *comment, uint16_t length) {
  return (void)zip, (void)comment, (void)length, -1;
}
int zip_set_file_compression(zip_t *zip, uint64_t entry, int32_t method, uint32_t flags) {
  return (void)zip, (void)entry, (void)method, (void)flags, -1;
}
zip_file_t *zip_fopen_index(zip_t *zip, uint64_t entry, uint32_t flags) {
  return (void)zip, (void)entry, (void)flags, (zip_file_t *)0;
}
zip_file_t *zip_fopen_index_encrypted(zip_t *zip, uint64_t entry, uint32_t flags, const char *passphrase) {
  return (void)zip, (void)entry, (void)flags, (void)passphrase, (zip_file_t *)0;
}
int64_t zip_fread(zip_file_t *file, void *data, uint64_t length) {
  return (void)file, (void)data, (void)length, -1;
}
int zip_fclose(zip_file_t *file) { return (void)file, -1; }
zip_error_t *zip_file_get_error(zip_file_t *file) { return (void)file, &missing; }
int64_t zip_error_to_data(const zip_error_t *error, void *data, uint64_t length) {
  return (void)error, (void)data, (void)length, -1;
}
int zip_source_open(zip_source_t *source) { return (void)source, -1; }
int zip_source_close(zip_source_t *source) { return (void)source, -1; }
int64_t zip_source_read(zip_source_t *source, void *data, uint64_t length) {
  return (void)source, (void)data, (void)length, -1;
}
int zip_source_stat(zip_source_t *source, zip_stat_t *stat) { return (void)source, (void)stat, -1; }
int64_t zip_source_seek_compute_offset(uint64_t offset, uint64_t end, void *data, uint64_t length,
                                       zip_error_t *error) {
  return (void)offset, (void)end, (void)data, (void)length, (void)error, -1;
}
#endif
