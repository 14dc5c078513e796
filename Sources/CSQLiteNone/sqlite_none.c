#ifndef SLIP_SQLITE
#include "CSQLiteNone.h"

int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *vfs) {
  *database = 0;
  (void)path, (void)flags, (void)vfs;
  return SQLITE_ERROR;
}
int sqlite3_close_v2(sqlite3 *database) {
  (void)database;
  return SQLITE_ERROR;
}
int sqlite3_busy_timeout(sqlite3 *database, int milliseconds) {
  (void)database, (void)milliseconds;
  return SQLITE_ERROR;
}
const char *sqlite3_errstr(int code) {
  (void)code;
  return "this program was built without SQLite";
}
const char *sqlite3_errmsg(sqlite3 *database) {
  (void)database;
  return "this program was built without SQLite";
}
int sqlite3_errcode(sqlite3 *database) {
  (void)database;
  return SQLITE_ERROR;
}
int sqlite3_exec(sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **message) {
  (void)database, (void)sql, (void)row, (void)context, (void)message;
  return SQLITE_ERROR;
}
long long sqlite3_last_insert_rowid(sqlite3 *database) {
  (void)database;
  return 0;
}
int sqlite3_limit(sqlite3 *database, int which, int value) {
  (void)database, (void)which, (void)value;
  return SQLITE_ERROR;
}
void sqlite3_progress_handler(sqlite3 *database, int steps, int (*handler)(void *), void *context) {
  (void)database, (void)steps, (void)handler, (void)context;
}
int sqlite3_prepare_v2(sqlite3 *database, const char *sql, int length, sqlite3_stmt **statement,
                       const char **rest) {
  (void)database, (void)sql, (void)length, (void)statement, (void)rest;
  return SQLITE_ERROR;
}
int sqlite3_step(sqlite3_stmt *statement) {
  (void)statement;
  return SQLITE_ERROR;
}
int sqlite3_reset(sqlite3_stmt *statement) {
  (void)statement;
  return SQLITE_ERROR;
}
int sqlite3_finalize(sqlite3_stmt *statement) {
  (void)statement;
  return SQLITE_ERROR;
}
int sqlite3_bind_null(sqlite3_stmt *statement, int index) {
  (void)statement, (void)index;
  return SQLITE_ERROR;
}
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, long long value) {
  (void)statement, (void)index, (void)value;
  return SQLITE_ERROR;
}
int sqlite3_bind_double(sqlite3_stmt *statement, int index, double value) {
  (void)statement, (void)index, (void)value;
  return SQLITE_ERROR;
}
int sqlite3_bind_text64(sqlite3_stmt *statement, int index, const char *text, unsigned long long length,
                        sqlite3_destructor_type free, unsigned char encoding) {
  (void)statement, (void)index, (void)text, (void)length, (void)free, (void)encoding;
  return SQLITE_ERROR;
}
int sqlite3_bind_blob64(sqlite3_stmt *statement, int index, const void *bytes, unsigned long long length,
                        sqlite3_destructor_type free) {
  (void)statement, (void)index, (void)bytes, (void)length, (void)free;
  return SQLITE_ERROR;
}
int sqlite3_bind_pointer(sqlite3_stmt *statement, int index, void *pointer, const char *type,
                         void (*free)(void *)) {
  (void)statement, (void)index, (void)pointer, (void)type, (void)free;
  return SQLITE_ERROR;
}
int sqlite3_column_type(sqlite3_stmt *statement, int column) {
  (void)statement, (void)column;
  return SQLITE_NULL;
}
int sqlite3_column_bytes(sqlite3_stmt *statement, int column) {
  (void)statement, (void)column;
  return 0;
}
long long sqlite3_column_int64(sqlite3_stmt *statement, int column) {
  (void)statement, (void)column;
  return 0;
}
double sqlite3_column_double(sqlite3_stmt *statement, int column) {
  (void)statement, (void)column;
  return 0;
}
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column) {
  (void)statement, (void)column;
  return 0;
}
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column) {
  (void)statement, (void)column;
  return 0;
}
int slip_sqlite_switch(sqlite3 *database, int option, int value) {
  (void)database, (void)option, (void)value;
  return SQLITE_ERROR;
}
#endif
