#define _GNU_SOURCE
#include "CFileShims.h"

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/types.h>
#include <unistd.h>

#if defined(__linux__)

#include <sys/syscall.h>

#define EXCHANGE_FLAG 2u
#define NOREPLACE_FLAG 1u

static int rename_with(int directory, const char *from, const char *to, unsigned flags) {
#if defined(SYS_renameat2)
  return (int)syscall(SYS_renameat2, directory, from, directory, to, flags);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int slip_exchange(int directory, const char *first, const char *second) {
  return rename_with(directory, first, second, EXCHANGE_FLAG);
}

int slip_rename_new(int directory, const char *from, const char *to) {
  return rename_with(directory, from, to, NOREPLACE_FLAG);
}

int slip_sync_volume(int descriptor) { return syncfs(descriptor); }

int slip_sync_file(int descriptor) { return fsync(descriptor); }

int slip_open_beneath(int directory, const char *path, int flags) {
#if defined(SYS_openat2)
  // struct open_how of <linux/openat2.h>, which older headers lack.
  struct { uint64_t flags, mode, resolve; } how;
  memset(&how, 0, sizeof how);
  how.flags = (uint64_t)(unsigned)flags;
  how.resolve = 0x08 /* RESOLVE_BENEATH */ | 0x04 /* RESOLVE_NO_SYMLINKS */ | 0x02 /* RESOLVE_NO_MAGICLINKS */;
  return (int)syscall(SYS_openat2, directory, path, &how, sizeof how);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#elif defined(__APPLE__)

int slip_exchange(int directory, const char *first, const char *second) {
  return renameatx_np(directory, first, directory, second, RENAME_SWAP);
}

int slip_rename_new(int directory, const char *from, const char *to) {
  return renameatx_np(directory, from, directory, to, RENAME_EXCL);
}

// fsync hands data to the drive only; F_FULLFSYNC empties the drive's cache, for all files that were handed over.
int slip_sync_volume(int descriptor) {
  sync();
  return fcntl(descriptor, F_FULLFSYNC);
}

int slip_sync_file(int descriptor) { return fcntl(descriptor, F_FULLFSYNC); }

int slip_open_beneath(int directory, const char *path, int flags) {
  (void)directory, (void)path, (void)flags;
  errno = ENOSYS;
  return -1;
}

#else
#error "no atomic exchange of directories is known for this system"
#endif

int slip_clone_file(int from, int to) {
#if defined(__linux__)
  return ioctl(to, _IOW(0x94, 9, int) /* FICLONE of <linux/fs.h> */, from);
#else
  (void)from, (void)to;
  errno = ENOTSUP;
  return -1;
#endif
}

int slip_unnamed_file(const char *directory) {
#if defined(O_TMPFILE)
  return open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#else
  (void)directory;
  errno = ENOTSUP;
  return -1;
#endif
}

int slip_memory_file(void) {
#if defined(SYS_memfd_create)
  // 1 is MFD_CLOEXEC, which old headers lack.
  return (int)syscall(SYS_memfd_create, "slipbox", 1u);
#else
  errno = ENOSYS;
  return -1;
#endif
}

int slip_temporary_file(char *path) { return mkostemp(path, O_CLOEXEC); }

long long slip_largest_file(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return INT64_MAX;
  return limit.rlim_cur > (rlim_t)INT64_MAX ? INT64_MAX : (long long)limit.rlim_cur;
}
