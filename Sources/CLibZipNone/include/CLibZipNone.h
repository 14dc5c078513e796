// What stands for libzip in a package without the trait `Archives`, and on systems that lack libzip: the calls that this package
// makes. No archive can be opened, so that of these only opening is ever called.
#ifndef CLIBZIPNONE_H
#define CLIBZIPNONE_H

#include <stdint.h>
#include <time.h>

typedef struct zip zip_t;
typedef struct zip_file zip_file_t;
typedef struct zip_source zip_source_t;
typedef struct zip_error {
  int zip_err;
} zip_error_t;

typedef struct zip_stat {
  uint64_t valid;
  const char *name;
  uint64_t size;
  uint64_t comp_size;
  time_t mtime;
  uint32_t crc;
  uint16_t comp_method;
  uint16_t encryption_method;
} zip_stat_t;

typedef enum zip_source_cmd {
  ZIP_SOURCE_OPEN,
  ZIP_SOURCE_READ,
  ZIP_SOURCE_CLOSE,
  ZIP_SOURCE_STAT,
  ZIP_SOURCE_ERROR,
  ZIP_SOURCE_FREE,
  ZIP_SOURCE_SEEK,
  ZIP_SOURCE_TELL,
  ZIP_SOURCE_BEGIN_WRITE,
  ZIP_SOURCE_COMMIT_WRITE,
  ZIP_SOURCE_ROLLBACK_WRITE,
  ZIP_SOURCE_WRITE,
  ZIP_SOURCE_SEEK_WRITE,
  ZIP_SOURCE_TELL_WRITE,
  ZIP_SOURCE_SUPPORTS,
  ZIP_SOURCE_REMOVE
} zip_source_cmd_t;

typedef int64_t (*zip_source_callback)(void *context, void *data, uint64_t length,
                                       zip_source_cmd_t command);

#define ZIP_CHECKCONS 4
#define ZIP_CM_DEFLATE 8
#define ZIP_CM_STORE 0
#define ZIP_CREATE 1
#define ZIP_EM_AES_256 0x0103
#define ZIP_EM_NONE 0
#define ZIP_ER_CRC 7
#define ZIP_ER_EOF 17
#define ZIP_ER_EXISTS 10
#define ZIP_ER_INCONS 21
#define ZIP_ER_INVAL 18
#define ZIP_ER_MEMORY 14
#define ZIP_ER_NOPASSWD 26
#define ZIP_ER_NOZIP 19
#define ZIP_ER_OPNOTSUPP 28
#define ZIP_ER_READ 5
#define ZIP_ER_WRONGPASSWD 27
#define ZIP_ER_ZLIB 13
#define ZIP_FL_COMPRESSED 4u
#define ZIP_FL_ENC_CP437 4096u
#define ZIP_FL_ENC_RAW 64u
#define ZIP_FL_ENC_UTF_8 2048u
#define ZIP_OPSYS_UNIX 0x03u
#define ZIP_RDONLY 16
#define ZIP_STAT_COMP_METHOD 0x0040u
#define ZIP_STAT_COMP_SIZE 0x0008u
#define ZIP_STAT_CRC 0x0020u
#define ZIP_STAT_MTIME 0x0010u
#define ZIP_STAT_NAME 0x0001u
#define ZIP_STAT_SIZE 0x0004u
#define ZIP_TRUNCATE 8

zip_t *zip_open_from_source(zip_source_t *, int flags, zip_error_t *);
int zip_close(zip_t *);
void zip_discard(zip_t *);
zip_error_t *zip_get_error(zip_t *);
const char *zip_strerror(zip_t *);
const char *zip_get_name(zip_t *, uint64_t entry, uint32_t flags);
int64_t zip_get_num_entries(zip_t *, uint32_t flags);
void zip_stat_init(zip_stat_t *);
int zip_stat_index(zip_t *, uint64_t entry, uint32_t flags, zip_stat_t *);

int64_t zip_file_add(zip_t *, const char *name, zip_source_t *, uint32_t flags);
int64_t zip_dir_add(zip_t *, const char *name, uint32_t flags);
int zip_file_get_external_attributes(zip_t *, uint64_t entry, uint32_t flags, uint8_t *system,
                                     uint32_t *attributes);
int zip_file_set_external_attributes(zip_t *, uint64_t entry, uint32_t flags, uint8_t system,
                                     uint32_t attributes);
int zip_file_set_dostime(zip_t *, uint64_t entry, uint16_t time, uint16_t date, uint32_t flags);
int zip_file_set_encryption(zip_t *, uint64_t entry, uint16_t method, const char *passphrase);
int zip_set_archive_comment(zip_t *, const char *comment, uint16_t length);
int zip_set_file_compression(zip_t *, uint64_t entry, int32_t method, uint32_t flags);

zip_file_t *zip_fopen_index(zip_t *, uint64_t entry, uint32_t flags);
zip_file_t *zip_fopen_index_encrypted(zip_t *, uint64_t entry, uint32_t flags,
                                                const char *passphrase);
int64_t zip_fread(zip_file_t *, void *data, uint64_t length);
int zip_fclose(zip_file_t *);
zip_error_t *zip_file_get_error(zip_file_t *);

int zip_error_code_zip(const zip_error_t *);
void zip_error_init(zip_error_t *);
void zip_error_init_with_code(zip_error_t *, int code);
void zip_error_fini(zip_error_t *);
void zip_error_set(zip_error_t *, int code, int system);
const char *zip_error_strerror(zip_error_t *);
int64_t zip_error_to_data(const zip_error_t *, void *data, uint64_t length);

zip_source_t *zip_source_function_create(zip_source_callback, void *context,
                                                   zip_error_t *);
zip_source_t *zip_source_buffer_create(const void *data, uint64_t length, int frees,
                                                 zip_error_t *);
void zip_source_keep(zip_source_t *);
void zip_source_free(zip_source_t *);
int zip_source_open(zip_source_t *);
int zip_source_close(zip_source_t *);
int64_t zip_source_read(zip_source_t *, void *data, uint64_t length);
int zip_source_stat(zip_source_t *, zip_stat_t *);
int64_t zip_source_seek_compute_offset(uint64_t offset, uint64_t end, void *data, uint64_t length,
                                       zip_error_t *);

#endif
