#define _GNU_SOURCE
#include "CFileShims.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdlib.h>
#include <unistd.h>

// A pipe wakes a thread that waits: it makes `poll` return at once.
struct slip_watch {
  int events, wake[2];
#if defined(__APPLE__)
  int folder;
#endif
};

#if defined(__linux__)
#include <sys/inotify.h>

static int open_events(struct slip_watch *watch, const char *path) {
  watch->events = inotify_init1(IN_NONBLOCK | IN_CLOEXEC);
  if (watch->events < 0) return -1;
  const uint32_t mask = IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_CLOSE_WRITE | IN_DELETE_SELF | IN_MOVE_SELF;
  return inotify_add_watch(watch->events, path, mask) < 0 ? -1 : 0;
}

static void take_events(struct slip_watch *watch) {
  char buffer[4096];
  while (read(watch->events, buffer, sizeof buffer) > 0) continue;
}

static void close_events(struct slip_watch *watch) {
  if (watch->events >= 0) close(watch->events);
}
#elif defined(__APPLE__)
#include <sys/event.h>

static int open_events(struct slip_watch *watch, const char *path) {
  watch->folder = open(path, O_EVTONLY | O_CLOEXEC);
  watch->events = kqueue();
  if (watch->folder < 0 || watch->events < 0) return -1;
  struct kevent event;
  EV_SET(&event, watch->folder, EVFILT_VNODE, EV_ADD | EV_CLEAR, NOTE_WRITE | NOTE_DELETE | NOTE_RENAME | NOTE_EXTEND, 0, NULL);
  return kevent(watch->events, &event, 1, NULL, 0, NULL);
}

static void take_events(struct slip_watch *watch) {
  struct kevent event;
  const struct timespec now = {0, 0};
  while (kevent(watch->events, NULL, 0, &event, 1, &now) > 0) continue;
}

static void close_events(struct slip_watch *watch) {
  if (watch->events >= 0) close(watch->events);
  if (watch->folder >= 0) close(watch->folder);
}
#else
// There is nothing to wait for but time.
static int open_events(struct slip_watch *watch, const char *path) {
  (void)path;
  watch->events = -1;
  return 0;
}
static void take_events(struct slip_watch *watch) { (void)watch; }
static void close_events(struct slip_watch *watch) { (void)watch; }
#endif

struct slip_watch *slip_watch_open(const char *path) {
  struct slip_watch *watch = calloc(1, sizeof *watch);
  if (!watch) return NULL;
  watch->events = watch->wake[0] = watch->wake[1] = -1;
#if defined(__APPLE__)
  watch->folder = -1;
#endif
  int failed = pipe(watch->wake) != 0;
  for (int i = 0; i < 2 && !failed; i++) {
    failed = fcntl(watch->wake[i], F_SETFD, FD_CLOEXEC) != 0 || fcntl(watch->wake[i], F_SETFL, O_NONBLOCK) != 0;
  }
  if (failed || open_events(watch, path) != 0) {
    const int reason = errno;
    slip_watch_close(watch);
    errno = reason;
    return NULL;
  }
  return watch;
}

int slip_watch_wait(struct slip_watch *watch, int milliseconds) {
  // A negative descriptor is passed over.
  struct pollfd sources[2] = {{watch->wake[0], POLLIN, 0}, {watch->events, POLLIN, 0}};
  const int found = poll(sources, 2, milliseconds);
  if (found <= 0) return 0;
  if (sources[1].revents) take_events(watch);
  char byte;
  while (read(watch->wake[0], &byte, 1) > 0) continue;
  return 1;
}

void slip_watch_wake(struct slip_watch *watch) {
  const char byte = 1;
  // A full pipe wakes, too.
  if (write(watch->wake[1], &byte, 1) < 0) return;
}

void slip_watch_close(struct slip_watch *watch) {
  if (!watch) return;
  close_events(watch);
  for (int i = 0; i < 2; i++) {
    if (watch->wake[i] >= 0) close(watch->wake[i]);
  }
  free(watch);
}
