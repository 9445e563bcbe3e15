//! The reenact binary: arguments, progress, exit codes
