//! The library that verification preloads into JVMs to move their clock and to give them another host name.
//!
//! `build.rs` compiles it and takes its bytes into the program, so that nothing else is installed, and using it
//! needs no C compiler. Without the standard library it is a few kilobytes.

#![no_std]

mod moved;

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    abort()
}

#[link(name = "c")]
unsafe extern "C" {
    safe fn abort() -> !;
}
