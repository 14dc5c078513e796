#include "CFileShims.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__APPLE__)
#include <TargetConditionals.h>
#endif

#if defined(__linux__) || (defined(__APPLE__) && TARGET_OS_OSX)
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

/// Starts a program with its output in a pipe. Returns the process, or -1.
static pid_t start(const char *program, char *const arguments[], int output) {
    posix_spawn_file_actions_t actions;
    if (posix_spawn_file_actions_init(&actions) != 0) return -1;
    pid_t process = -1;
    if (posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0) != 0
        || posix_spawn_file_actions_adddup2(&actions, output, 1) != 0
        || posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0) != 0
        || posix_spawnp(&process, program, &actions, NULL, arguments, environ) != 0) process = -1;
    posix_spawn_file_actions_destroy(&actions);
    return process;
}

char *slip_program_output(const char *program, char *const arguments[], unsigned long limit, unsigned long *length) {
    int ends[2];
    if (pipe(ends) != 0) return NULL;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    pid_t process = start(program, arguments, ends[1]);
    close(ends[1]);
    char *bytes = NULL;
    unsigned long used = 0, room = 0;
    int is_whole = process > 0;
    while (is_whole) {
        if (used == room) {
            room = room ? room * 2 : 1 << 16;
            char *more = realloc(bytes, room);
            if (!more) { is_whole = 0; break; }
            bytes = more;
        }
        ssize_t count = read(ends[0], bytes + used, room - used);
        if (count < 0 && errno == EINTR) continue;
        if (count == 0) break;
        if (count < 0 || (used += (unsigned long)count) > limit) is_whole = 0;
    }
    close(ends[0]);
    if (process > 0) {
        if (!is_whole) kill(process, SIGTERM);
        int status = 0;
        while (waitpid(process, &status, 0) < 0 && errno == EINTR) {}
        if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) is_whole = 0;
    }
    if (!is_whole) {
        free(bytes);
        return NULL;
    }
    *length = used;
    return bytes;
}

#else

char *slip_program_output(const char *program, char *const arguments[], unsigned long limit, unsigned long *length) {
    (void)program, (void)arguments, (void)limit, (void)length;
    errno = ENOSYS;
    return NULL;
}

#endif
