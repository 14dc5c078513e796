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

/// Makes a file that only this user can read, from a path that ends in XXXXXX, which become its name. Closed on exec.
int slip_temporary_file(char *path);

/// How large this process may make a file, in bytes.
long long slip_largest_file(void);

#endif
