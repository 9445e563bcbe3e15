//! Functions of the C library, with the clock moved by `REENACT_CLOCK_SHIFT` seconds and `REENACT_HOST_NAME` as the name of
//! this machine.
//!
//! HotSpot asks the C library for the time, so this reaches everything in the JVM: `System.currentTimeMillis`,
//! `Instant.now`, native code. Only the real-time clock moves. The monotonic clock stays, and with it `System.nanoTime`,
//! `Thread.sleep` and every time limit.

use core::ffi::{CStr, c_char, c_int, c_long, c_void};
use core::mem::transmute;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicI64, AtomicPtr, Ordering};

const CLOCK_REALTIME: c_int = 0;
const CLOCK_MONOTONIC: c_int = 1;
const CLOCK_REALTIME_COARSE: c_int = 5;
const CLOCK_TAI: c_int = 11;

/// Asks `dlsym` for the next definition of a symbol, which is that of the C library.
const RTLD_NEXT: *mut c_void = -1_isize as *mut c_void;

/// The size of each field of `struct utsname`.
const UTSNAME_FIELD: usize = 65;

#[repr(C)]
#[derive(Clone, Copy)]
pub struct Timespec {
    pub seconds: i64,
    pub nanoseconds: c_long,
}

#[repr(C)]
pub struct Timeval {
    pub seconds: i64,
    pub microseconds: c_long,
}

unsafe extern "C" {
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn getenv(name: *const c_char) -> *const c_char;
    fn unsetenv(name: *const c_char) -> c_int;
}

/// Seconds that are added to the real-time clock.
static SHIFT: AtomicI64 = AtomicI64::new(0);

/// The name of this machine; null for its own. It is a string of the environment that the process was started with, which
/// stays where it is.
static HOST: AtomicPtr<c_char> = AtomicPtr::new(null_mut());

/// Reads the settings when the library is loaded, and hides them from the program.
#[cfg_attr(preload, used, unsafe(link_section = ".init_array"))]
#[cfg_attr(not(preload), allow(dead_code))]
static START: extern "C" fn() = start;

extern "C" fn start() {
    // SAFETY: all arguments are C strings; the loader runs this before the program has threads, so that nothing else reads or
    // changes the environment.
    unsafe {
        let shift = getenv(c"REENACT_CLOCK_SHIFT".as_ptr());
        if !shift.is_null() {
            SHIFT.store(number(CStr::from_ptr(shift).to_bytes()), Ordering::Relaxed);
        }
        HOST.store(getenv(c"REENACT_HOST_NAME".as_ptr()).cast_mut(), Ordering::Relaxed);
        for name in [c"REENACT_CLOCK_SHIFT", c"REENACT_HOST_NAME", c"LD_PRELOAD"] {
            unsetenv(name.as_ptr());
        }
    }
}

/// Returns the number that a text is, and 0 for a text that is none.
pub fn number(text: &[u8]) -> i64 {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        digits => (false, digits),
    };
    let mut value: i64 = 0;
    for digit in digits {
        let Some(next) = value.checked_mul(10) else { return 0 };
        match digit {
            b'0'..=b'9' => value = next.saturating_add(i64::from(digit - b'0')),
            _ => return 0,
        }
    }
    if is_negative { -value } else { value }
}

/// Returns the definition of a function in the C library, which is found once.
fn next(found: &AtomicPtr<c_void>, name: &CStr) -> *mut c_void {
    let known = found.load(Ordering::Relaxed);
    if !known.is_null() {
        return known;
    }
    // SAFETY: the name is a C string.
    let function = unsafe { dlsym(RTLD_NEXT, name.as_ptr()) };
    found.store(function, Ordering::Relaxed);
    function
}

/// Defines a function that calls that of the C library with the same name and type.
macro_rules! real {
    ($name:ident($($argument:ident: $type:ty),*) -> $result:ty, $symbol:literal) => {
        unsafe fn $name($($argument: $type),*) -> $result {
            static FOUND: AtomicPtr<c_void> = AtomicPtr::new(null_mut());
            let function = next(&FOUND, $symbol);
            // SAFETY: the C library has a function of this name and type; callers pass what it takes.
            unsafe {
                let function: extern "C" fn($($type),*) -> $result = transmute(function);
                function($($argument),*)
            }
        }
    };
}

real!(real_clock_gettime(clock: c_int, now: *mut Timespec) -> c_int, c"clock_gettime");
real!(real_gettimeofday(now: *mut Timeval, zone: *mut c_void) -> c_int, c"gettimeofday");
real!(real_cond_timedwait(condition: *mut c_void, mutex: *mut c_void, until: *const Timespec) -> c_int, c"pthread_cond_timedwait");
real!(real_gethostname(name: *mut c_char, length: usize) -> c_int, c"gethostname");
real!(real_uname(names: *mut c_char) -> c_int, c"uname");
real!(real_getaddrinfo(node: *const c_char, service: *const c_char, hints: *const c_void, found: *mut c_void) -> c_int, c"getaddrinfo");

/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn clock_gettime(clock: c_int, now: *mut Timespec) -> c_int {
    // SAFETY: `now` is valid, says the caller, and was written if the call succeeded.
    unsafe {
        let status = real_clock_gettime(clock, now);
        if status == 0 && matches!(clock, CLOCK_REALTIME | CLOCK_REALTIME_COARSE | CLOCK_TAI) {
            (*now).seconds += SHIFT.load(Ordering::Relaxed);
        }
        status
    }
}

/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn gettimeofday(now: *mut Timeval, zone: *mut c_void) -> c_int {
    // SAFETY: as above; null is allowed.
    unsafe {
        let status = real_gettimeofday(now, zone);
        if status == 0 && !now.is_null() {
            (*now).seconds += SHIFT.load(Ordering::Relaxed);
        }
        status
    }
}

/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn time(now: *mut i64) -> i64 {
    let mut at = Timespec { seconds: 0, nanoseconds: 0 };
    // SAFETY: `at` is ours, and `now` is valid or null.
    unsafe {
        clock_gettime(CLOCK_REALTIME, &raw mut at);
        if !now.is_null() {
            *now = at.seconds;
        }
    }
    at.seconds
}

/// Waits until a moment of the real-time clock, or of the monotonic one: which of them is a property of the condition. The
/// kernel compares with its own clock, for which a moment of a clock that is ahead is years away.
///
/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn pthread_cond_timedwait(
    condition: *mut c_void,
    mutex: *mut c_void,
    until: *const Timespec,
) -> c_int {
    // SAFETY: all pointers are valid, says the caller, and `now` and `moment` are ours.
    unsafe {
        let mut monotonic = Timespec { seconds: 0, nanoseconds: 0 };
        let mut real = Timespec { seconds: 0, nanoseconds: 0 };
        real_clock_gettime(CLOCK_MONOTONIC, &raw mut monotonic);
        real_clock_gettime(CLOCK_REALTIME, &raw mut real);
        let shift = SHIFT.load(Ordering::Relaxed);
        let moment = kernel_moment(*until, monotonic.seconds, real.seconds, shift);
        real_cond_timedwait(condition, mutex, &raw const moment)
    }
}

/// Returns a moment by the kernel's clocks. Those of the monotonic clock, which starts at 0 with the machine, are not moved. A
/// moment belongs to the clock that it is nearer to: HotSpot waits for at most 100,000,000 seconds, and mostly for a few. In
/// 1970 the clocks are close to each other, so that a long wait may end at once, which callers must expect of any wait.
pub fn kernel_moment(until: Timespec, monotonic_now: i64, real_now: i64, shift: i64) -> Timespec {
    let distance = |now: i64| until.seconds.abs_diff(now);
    let is_real_time = distance(real_now.saturating_add(shift)) < distance(monotonic_now);
    Timespec { seconds: until.seconds.saturating_sub(if is_real_time { shift } else { 0 }), ..until }
}

/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn gethostname(name: *mut c_char, length: usize) -> c_int {
    let host = HOST.load(Ordering::Relaxed);
    // SAFETY: `name` has `length` bytes, says the caller; the host name is a C string.
    unsafe {
        if host.is_null() {
            return real_gethostname(name, length);
        }
        copy(CStr::from_ptr(host), name, length);
    }
    0
}

/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn uname(names: *mut c_char) -> c_int {
    let host = HOST.load(Ordering::Relaxed);
    // SAFETY: `names` is a `struct utsname`, whose second field is the host name.
    unsafe {
        let status = real_uname(names);
        if status == 0 && !host.is_null() {
            copy(CStr::from_ptr(host), names.add(UTSNAME_FIELD), UTSNAME_FIELD);
        }
        status
    }
}

/// A machine knows its own name; ours is only made up.
///
/// # Safety
///
/// As for the function of the C library.
#[cfg_attr(preload, unsafe(no_mangle))]
pub unsafe extern "C" fn getaddrinfo(
    node: *const c_char,
    service: *const c_char,
    hints: *const c_void,
    found: *mut c_void,
) -> c_int {
    let host = HOST.load(Ordering::Relaxed);
    // SAFETY: both names are C strings or null, and the other pointers are passed on.
    unsafe {
        let is_own =
            !node.is_null() && !host.is_null() && CStr::from_ptr(node) == CStr::from_ptr(host.cast_const());
        let node = if is_own { c"localhost".as_ptr() } else { node };
        real_getaddrinfo(node, service, hints, found)
    }
}

/// Copies a text with its terminator, shortened to the room there is.
///
/// # Safety
///
/// `to` has room for `length` bytes.
unsafe fn copy(text: &CStr, to: *mut c_char, length: usize) {
    let bytes = text.to_bytes();
    let Some(most) = length.checked_sub(1) else { return };
    for at in 0..=most {
        let byte = bytes.get(at).copied().filter(|_| at < most).unwrap_or(0);
        // SAFETY: `at` is below `length`.
        unsafe { *to.add(at) = byte as c_char };
        if byte == 0 {
            return;
        }
    }
}
