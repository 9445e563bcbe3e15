/* Another day for a program: preload this, with SHIFT_SECONDS in the environment. The monotonic clock stays as it is. */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static time_t shift(void) {
    const char *seconds = getenv("SHIFT_SECONDS");
    return seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int status = syscall(SYS_clock_gettime, clock, now);
    if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) {
        now->tv_sec += shift();
    }
    return status;
}

int gettimeofday(struct timeval *now, void *zone) {
    int status = syscall(SYS_gettimeofday, now, zone);
    if (status == 0 && now) {
        now->tv_sec += shift();
    }
    return status;
}

time_t time(time_t *now) {
    struct timespec at = {0, 0};
    clock_gettime(CLOCK_REALTIME, &at);
    if (now) {
        *now = at.tv_sec;
    }
    return at.tv_sec;
}
