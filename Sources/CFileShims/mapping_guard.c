#define _GNU_SOURCE
#include "CFileShims.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#ifndef MAP_ANONYMOUS
#define MAP_ANONYMOUS MAP_ANON
#endif

// A slot is free where `start` is 0. The handler reads them without a lock: it may do nothing that waits.
struct slot {
  _Atomic(uintptr_t) start, end;
  atomic_int is_taken, is_torn;
};

enum { slot_count = 1024 };
static struct slot slots[slot_count];
static struct sigaction before;
static uintptr_t page_size;

static int replace_missing_pages(uintptr_t address) {
  for (int i = 0; i < slot_count; i++) {
    uintptr_t start = atomic_load(&slots[i].start), end = atomic_load(&slots[i].end);
    if (start == 0 || address < start || address >= end) continue;
    uintptr_t page = address / page_size * page_size;
    atomic_store(&slots[i].is_torn, 1);
    // The file ends before this page, so that all pages behind it are gone, too.
    void *mapped =
        mmap((void *)page, end - page, PROT_READ, MAP_FIXED | MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return mapped != MAP_FAILED;
  }
  return 0;
}

static void handle(int number, siginfo_t *info, void *context) {
  if (info && replace_missing_pages((uintptr_t)info->si_addr)) return;
  if (before.sa_flags & SA_SIGINFO) {
    if (before.sa_sigaction) before.sa_sigaction(number, info, context);
    return;
  }
  if (before.sa_handler != SIG_DFL && before.sa_handler != SIG_IGN) {
    before.sa_handler(number);
    return;
  }
  // The fault comes again, and ends the process as it would have without this.
  signal(number, SIG_DFL);
}

static void install(void) {
  page_size = (uintptr_t)sysconf(_SC_PAGESIZE);
  struct sigaction action = {0};
  action.sa_sigaction = handle;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigemptyset(&action.sa_mask);
  sigaction(SIGBUS, &action, &before);
}

int slip_guard_mapping(const void *base, unsigned long length) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, install);
  for (int i = 0; i < slot_count; i++) {
    int is_free = 0;
    if (!atomic_compare_exchange_strong(&slots[i].is_taken, &is_free, 1)) continue;
    atomic_store(&slots[i].is_torn, 0);
    atomic_store(&slots[i].end, (uintptr_t)base + length);
    atomic_store(&slots[i].start, (uintptr_t)base);
    return i;
  }
  return -1;
}

int slip_mapping_is_torn(int slot) {
  return slot >= 0 && slot < slot_count && atomic_load(&slots[slot].is_torn);
}

void slip_release_mapping(int slot) {
  if (slot < 0 || slot >= slot_count) return;
  atomic_store(&slots[slot].start, 0);
  atomic_store(&slots[slot].end, 0);
  atomic_store(&slots[slot].is_taken, 0);
}
