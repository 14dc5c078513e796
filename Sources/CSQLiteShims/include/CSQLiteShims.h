// Checksums for the pages of SQLite files. SQLite has them as an extension that systems don't ship.
#ifndef CSQLITESHIMS_H
#define CSQLITESHIMS_H

struct sqlite3;

/// The size in bytes of the pages of files with checksums: no other is read or written.
#define SLIP_PAGE_SIZE 8192

/// The name under which `sqlite3_open_v2` finds the file system with checksums.
#define SLIP_CHECKED_PAGES "slip-checked-pages"

/// The same without locks, for files that no other program knows.
#define SLIP_CHECKED_PAGES_UNLOCKED "slip-checked-pages-unlocked"

/// Makes the file systems with checksums known to SQLite. Further calls do nothing. Returns SQLITE_OK, or SQLite's error.
///
/// In files that are opened through it, the last 8 bytes of each page are a checksum of the page and its place. A page that
/// doesn't have it is SQLITE_IOERR_DATA. Files can't be mapped into memory, and have no write-ahead log.
int slip_register_checked_pages(void);

/// Makes room for the checksums in a new file, before anything is written to it. Returns SQLITE_OK, or SQLite's error.
int slip_reserve_checksums(struct sqlite3 *connection);

#endif
