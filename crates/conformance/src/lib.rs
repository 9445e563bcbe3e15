//! Reenact against the real JVM and against jars nobody here wrote
