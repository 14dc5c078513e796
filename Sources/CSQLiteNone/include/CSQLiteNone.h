// What stands for SQLite in a package without the trait `SQLite`: the calls that this package makes. No file can be opened,
// so that nothing but opening is ever called.
#ifndef CSQLITENONE_H
#define CSQLITENONE_H

typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
typedef void (*sqlite3_destructor_type)(void *);

// What a function of full-text search is called with.
typedef struct sqlite3_context sqlite3_context;
typedef struct sqlite3_value sqlite3_value;
typedef struct Fts5Context Fts5Context;
typedef struct Fts5ExtensionApi Fts5ExtensionApi;
struct Fts5ExtensionApi {
  void *(*xUserData)(Fts5Context *);
  long long (*xRowid)(Fts5Context *);
  int (*xInstCount)(Fts5Context *, int *count);
  int (*xInst)(Fts5Context *, int index, int *phrase, int *column, int *offset);
};
typedef void (*fts5_extension_function)(const Fts5ExtensionApi *, Fts5Context *, sqlite3_context *, int count,
                                        sqlite3_value **values);
typedef struct fts5_api fts5_api;
struct fts5_api {
  int (*xCreateFunction)(fts5_api *, const char *name, void *data, fts5_extension_function function,
                         void (*free)(void *));
};

#define SQLITE_BLOB 4
#define SQLITE_CORRUPT 11
#define SQLITE_DBCONFIG_DEFENSIVE 1010
#define SQLITE_DBCONFIG_ENABLE_TRIGGER 1003
#define SQLITE_DBCONFIG_ENABLE_VIEW 1015
#define SQLITE_DBCONFIG_TRUSTED_SCHEMA 1017
#define SQLITE_DONE 101
#define SQLITE_FLOAT 2
#define SQLITE_INTEGER 1
#define SQLITE_INTERRUPT 9
#define SQLITE_LIMIT_ATTACHED 7
#define SQLITE_LIMIT_COMPOUND_SELECT 4
#define SQLITE_LIMIT_EXPR_DEPTH 3
#define SQLITE_LIMIT_LENGTH 0
#define SQLITE_LIMIT_LIKE_PATTERN_LENGTH 8
#define SQLITE_LIMIT_SQL_LENGTH 1
#define SQLITE_LIMIT_TRIGGER_DEPTH 10
#define SQLITE_LIMIT_WORKER_THREADS 11
#define SQLITE_NULL 5
#define SQLITE_OK 0
#define SQLITE_OPEN_CREATE 0x00000004
#define SQLITE_OPEN_EXRESCODE 0x02000000
#define SQLITE_OPEN_NOMUTEX 0x00008000
#define SQLITE_OPEN_READONLY 0x00000001
#define SQLITE_OPEN_READWRITE 0x00000002
#define SQLITE_ROW 100
#define SQLITE_TEXT 3
#define SQLITE_TOOBIG 18
#define SQLITE_UTF8 1
#define SQLITE_ERROR 1

int sqlite3_open_v2(const char *path, sqlite3 **database, int flags, const char *vfs);
int sqlite3_close_v2(sqlite3 *database);
int sqlite3_busy_timeout(sqlite3 *database, int milliseconds);
const char *sqlite3_errstr(int code);
const char *sqlite3_errmsg(sqlite3 *database);
int sqlite3_errcode(sqlite3 *database);
int sqlite3_exec(sqlite3 *database, const char *sql, int (*row)(void *, int, char **, char **), void *context,
                 char **message);
long long sqlite3_last_insert_rowid(sqlite3 *database);
int sqlite3_limit(sqlite3 *database, int which, int value);
void sqlite3_progress_handler(sqlite3 *database, int steps, int (*handler)(void *), void *context);
int sqlite3_prepare_v2(sqlite3 *database, const char *sql, int length, sqlite3_stmt **statement,
                       const char **rest);
int sqlite3_step(sqlite3_stmt *statement);
int sqlite3_reset(sqlite3_stmt *statement);
int sqlite3_finalize(sqlite3_stmt *statement);
int sqlite3_bind_null(sqlite3_stmt *statement, int index);
int sqlite3_bind_int64(sqlite3_stmt *statement, int index, long long value);
int sqlite3_bind_double(sqlite3_stmt *statement, int index, double value);
int sqlite3_bind_text64(sqlite3_stmt *statement, int index, const char *text, unsigned long long length,
                        sqlite3_destructor_type free, unsigned char encoding);
int sqlite3_bind_blob64(sqlite3_stmt *statement, int index, const void *bytes, unsigned long long length,
                        sqlite3_destructor_type free);
int sqlite3_bind_pointer(sqlite3_stmt *statement, int index, void *pointer, const char *type,
                         void (*free)(void *));
int sqlite3_column_type(sqlite3_stmt *statement, int column);
int sqlite3_column_bytes(sqlite3_stmt *statement, int column);
long long sqlite3_column_int64(sqlite3_stmt *statement, int column);
double sqlite3_column_double(sqlite3_stmt *statement, int column);
const unsigned char *sqlite3_column_text(sqlite3_stmt *statement, int column);
const void *sqlite3_column_blob(sqlite3_stmt *statement, int column);
int slip_sqlite_switch(sqlite3 *database, int option, int value);

#endif
