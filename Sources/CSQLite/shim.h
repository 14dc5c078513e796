#include <sqlite3.h>

/* Sets a switch of a connection. The function itself takes any arguments, which Swift can't call. */
static inline int slip_sqlite_switch(sqlite3 *database, int option, int value) {
  return sqlite3_db_config(database, option, value, (int *)0);
}
