#ifndef CFILESHIMS_H
#define CFILESHIMS_H

// File-system calls that Swift's C library modules don't show: extensions behind _GNU_SOURCE and bare system calls.
// Each returns 0 (or a descriptor), or -1 and sets errno. ENOSYS means that the system lacks the call.

/// Swaps two entries of one directory in one step.
int slip_exchange(int directory, const char *first, const char *second);

/// Renames an entry; fails with EEXIST where the new name is taken.
int slip_rename_new(int directory, const char *from, const char *to);

/// Writes everything out that belongs to the volume of `descriptor`, and waits.
int slip_sync_volume(int descriptor);

/// Writes one file or directory out, down to the medium, and waits.
int slip_sync_file(int descriptor);

/// Opens `path` under `directory`; never leaves the directory, follows no symbolic link in any component.
int slip_open_beneath(int directory, const char *path, int flags);

/// Makes a file without a name in a directory, which goes away when it is closed. Only this user can read it. Closed on
/// exec.
int slip_unnamed_file(const char *directory);

/// Makes a file that is in memory alone, without a name. Closed on exec.
int slip_memory_file(void);

/// Makes a file that only this user can read, from a path that ends in XXXXXX, which become its name. Closed on exec.
int slip_temporary_file(char *path);

/// Makes `to`, which is empty, share the bytes of `from` until one of them is written to; -1 where the file system can't.
int slip_clone_file(int from, int to);

/// How large this process may make a file, in bytes.
long long slip_largest_file(void);

/// A directory whose changes somebody waits for: by inotify or kqueue, and where there is neither, by time alone.
typedef struct slip_watch slip_watch;

/// Begins to watch a directory. Changes from now on end the next wait. NULL, and errno, where the system refuses.
slip_watch *slip_watch_open(const char *path);

/// Waits until something in the directory has changed, somebody called `slip_watch_wake`, or the time has passed. Returns
/// whether it was woken.
int slip_watch_wait(slip_watch *watch, int milliseconds);

/// Ends a wait on another thread, or the next one.
void slip_watch_wake(slip_watch *watch);

/// Ends watching. Nobody may wait.
void slip_watch_close(slip_watch *watch);

/// Keeps the process alive when somebody shortens a file that is mapped at `base`: what is gone reads as zeros then, where
/// SIGBUS would end the process. Faults elsewhere go to the handler that was there before. Returns a slot for the calls
/// below, or -1 where too many files are mapped.
int slip_guard_mapping(const void *base, unsigned long length);

/// Whether something was gone of the guarded file.
int slip_mapping_is_torn(int slot);

/// Ends the guard; to be called before the memory is unmapped.
void slip_release_mapping(int slot);

/// Runs a program, which is looked for in `PATH`, without a shell and without input, and waits for its end. What it says about
/// errors is left aside.
///
/// `arguments` begins with its name and ends with NULL. Returns what it printed, `length` bytes that the caller frees; NULL where it
/// can't be started, fails or prints more than `limit` bytes.
char *slip_program_output(const char *program, char *const arguments[], unsigned long limit, unsigned long *length);

#endif
