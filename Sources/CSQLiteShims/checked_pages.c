#ifdef SLIP_SQLITE
#include <sqlite3.h>
// A layer over SQLite's own file system that adds checksums to pages. Only database files pass through it; journals
// and temporary files are opened as usual.
#include "CSQLiteShims.h"

#include <pthread.h>
#include <stdint.h>
#include <string.h>

enum { PAGE = SLIP_PAGE_SIZE, SUM = 8 };

/// A database file. SQLite's own file comes right behind it.
typedef struct {
  sqlite3_file base;
} checked_file;

static sqlite3_file *inner(sqlite3_file *file) { return (sqlite3_file *)((checked_file *)file + 1); }

static uint64_t rotated(uint64_t value, int bits) { return value << bits | value >> (64 - bits); }

/// The checksum of a page without its last 8 bytes. It depends on the page's place, so that a page that was written to
/// the place of another one is found, too.
static uint64_t checksum(const unsigned char *page, sqlite3_int64 offset) {
  const uint64_t factor = 0x9E3779B97F4A7C15u;
  uint64_t lanes[4] = {(uint64_t)offset + 1, 2, 3, 4};
  for (size_t place = 0; place < PAGE; place += 32) {
    uint64_t words[4];
    memcpy(words, page + place, 32);
    if (place + 32 == PAGE) words[3] = 0;
    for (int lane = 0; lane < 4; lane++) lanes[lane] = rotated((lanes[lane] ^ words[lane]) * factor, 29);
  }
  uint64_t sum = 0;
  for (int lane = 0; lane < 4; lane++) sum = rotated((sum ^ lanes[lane]) * factor, 31);
  return sum;
}

static int is_page(int amount, sqlite3_int64 offset) { return amount == PAGE && offset % PAGE == 0; }

/// Reads a whole page and compares its checksum.
static int read_page(sqlite3_file *file, unsigned char *page, sqlite3_int64 offset) {
  int result = inner(file)->pMethods->xRead(inner(file), page, PAGE, offset);
  if (result == SQLITE_IOERR_SHORT_READ) {
    // SQLite takes what lies behind the end of a file for zeros. A page of which a part is there is damaged.
    sqlite3_int64 length = 0;
    int failure = inner(file)->pMethods->xFileSize(inner(file), &length);
    if (failure != SQLITE_OK) return failure;
    return length > offset ? SQLITE_IOERR_DATA : result;
  }
  if (result != SQLITE_OK) return result;
  uint64_t found;
  memcpy(&found, page + PAGE - SUM, SUM);
  return found == checksum(page, offset) ? SQLITE_OK : SQLITE_IOERR_DATA;
}

static int checked_read(sqlite3_file *file, void *to, int amount, sqlite3_int64 offset) {
  if (is_page(amount, offset)) return read_page(file, to, offset);
  // The header, before SQLite knows the size of pages. It reads the whole first page later.
  if (offset + amount <= 100) return inner(file)->pMethods->xRead(inner(file), to, amount, offset);
  // A part of a page, or a page of another size, which files of ours don't have.
  sqlite3_int64 start = offset - offset % PAGE;
  if (offset + amount > start + PAGE) return SQLITE_IOERR_DATA;
  unsigned char page[PAGE];
  int result = read_page(file, page, start);
  if (result == SQLITE_OK) memcpy(to, page + (offset - start), (size_t)amount);
  return result;
}

static int checked_write(sqlite3_file *file, const void *from, int amount, sqlite3_int64 offset) {
  if (!is_page(amount, offset)) return SQLITE_IOERR_WRITE;
  unsigned char page[PAGE];
  memcpy(page, from, PAGE);
  uint64_t sum = checksum(page, offset);
  memcpy(page + PAGE - SUM, &sum, SUM);
  return inner(file)->pMethods->xWrite(inner(file), page, PAGE, offset);
}

static int checked_close(sqlite3_file *file) { return inner(file)->pMethods->xClose(inner(file)); }

static int checked_truncate(sqlite3_file *file, sqlite3_int64 length) {
  return inner(file)->pMethods->xTruncate(inner(file), length);
}

static int checked_sync(sqlite3_file *file, int flags) {
  return inner(file)->pMethods->xSync(inner(file), flags);
}

static int checked_size(sqlite3_file *file, sqlite3_int64 *length) {
  return inner(file)->pMethods->xFileSize(inner(file), length);
}

static int checked_lock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xLock(inner(file), level);
}

static int checked_unlock(sqlite3_file *file, int level) {
  return inner(file)->pMethods->xUnlock(inner(file), level);
}

static int checked_is_reserved(sqlite3_file *file, int *answer) {
  return inner(file)->pMethods->xCheckReservedLock(inner(file), answer);
}

static int checked_control(sqlite3_file *file, int operation, void *argument) {
  return inner(file)->pMethods->xFileControl(inner(file), operation, argument);
}

static int checked_sector(sqlite3_file *file) {
  return inner(file)->pMethods->xSectorSize(inner(file));
}

static int checked_device(sqlite3_file *file) {
  return inner(file)->pMethods->xDeviceCharacteristics(inner(file));
}

/// Version 1: without mapping and shared memory, which would pass the checksums by.
static const sqlite3_io_methods methods = {
    .iVersion = 1,
    .xClose = checked_close,
    .xRead = checked_read,
    .xWrite = checked_write,
    .xTruncate = checked_truncate,
    .xSync = checked_sync,
    .xFileSize = checked_size,
    .xLock = checked_lock,
    .xUnlock = checked_unlock,
    .xCheckReservedLock = checked_is_reserved,
    .xFileControl = checked_control,
    .xSectorSize = checked_sector,
    .xDeviceCharacteristics = checked_device,
};

static sqlite3_vfs *usual(sqlite3_vfs *layer) { return layer->pAppData; }

static int checked_open(sqlite3_vfs *layer, const char *name, sqlite3_file *file, int flags, int *answer) {
  if (!(flags & SQLITE_OPEN_MAIN_DB)) return usual(layer)->xOpen(usual(layer), name, file, flags, answer);
  file->pMethods = NULL;
  int result = usual(layer)->xOpen(usual(layer), name, inner(file), flags, answer);
  if (result == SQLITE_OK) file->pMethods = &methods;
  return result;
}

static sqlite3_vfs checked_pages, checked_pages_unlocked;
static int registered = SQLITE_ERROR;

/// Puts a layer over the file system of a name, or over the usual one.
static int add_layer(sqlite3_vfs *layer, const char *below, const char *name) {
  sqlite3_vfs *usual = sqlite3_vfs_find(below);
  if (usual == NULL) return SQLITE_ERROR;
  // All but opening is done by the file system below, which looks at none of the fields that differ.
  *layer = *usual;
  layer->szOsFile = (int)sizeof(checked_file) + usual->szOsFile;
  layer->zName = name;
  layer->pNext = NULL;
  layer->pAppData = usual;
  layer->xOpen = checked_open;
  return sqlite3_vfs_register(layer, 0);
}

static void register_once(void) {
  registered = add_layer(&checked_pages, NULL, SLIP_CHECKED_PAGES);
  if (registered == SQLITE_OK) {
    registered = add_layer(&checked_pages_unlocked, "unix-none", SLIP_CHECKED_PAGES_UNLOCKED);
  }
}

int slip_register_checked_pages(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, register_once);
  return registered;
}

int slip_reserve_checksums(sqlite3 *connection) {
  int count = SUM;
  return sqlite3_file_control(connection, "main", SQLITE_FCNTL_RESERVE_BYTES, &count);
}
#else
#include "CSQLiteShims.h"

// Without SQLite there is nothing to register; opening a file then says what is missing.
int slip_register_checked_pages(void) { return 0; }
int slip_reserve_checksums(struct sqlite3 *connection) {
  (void)connection;
  return 0;
}
#endif
