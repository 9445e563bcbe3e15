//! The thread that writes: the only one that compresses, touches files, and wakes resting methods.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use reenact_recording::model::{End, EndReason};
use reenact_recording::{InvocationParts, SegmentWriter};
use reenact_wire::options::LogLevel;

use crate::ffi::Jni;
use crate::output::files::Files;
use crate::output::queue::{Batch, Event, Finished};
use crate::runtime::Runtime;
use crate::runtime::memory::Held;
use crate::runtime::messages::say;
use crate::runtime::threads::Threads;
use crate::service::history::Histories;
use crate::service::session::Session;

/// The interval at which the writer looks for work when it is not woken.
const PULSE: Duration = Duration::from_millis(50);
/// How long something complete stays unwritten at most.
const FLUSH: Duration = Duration::from_millis(250);
/// How often figures are written.
const FIGURES: Duration = Duration::from_secs(5);

/// Writes until the recording ends. Runs on a thread of its own, attached to the JVM.
pub fn run(session: &Session, mut writer: SegmentWriter<Files>, jni: Option<Jni>) {
    let runtime = &session.runtime;
    writer.define_thread(Threads::others());
    let mut flushed = Instant::now();
    let mut reported = Instant::now();
    let mut tables = Held::nothing();
    let (reason, message) = loop {
        let batch = runtime.queue.take(PULSE);
        let stop = batch.stop;
        if let Err(error) = write(runtime, &mut writer, batch, jni) {
            break (EndReason::Failure, error.to_string());
        }
        // Descriptors are kept for all segments to come.
        let kept = runtime.classes.bytes()
            + runtime.threads.get().map_or(0, Threads::bytes)
            + session.history.as_ref().map_or(0, Histories::bytes);
        runtime.memory.settle(&mut tables, kept);
        if writer.bytes() > runtime.options.budgets.disk.bytes() {
            break (EndReason::Budget, "the disk budget is used up".to_owned());
        }
        if let Some(reason) = stop {
            break (reason, String::new());
        }
        let written = if reported.elapsed() >= FIGURES {
            reported = Instant::now();
            flushed = reported;
            writer
                .left_out(&runtime.filtered.left_out())
                .and_then(|()| writer.statistics(&runtime.sites.statistics()))
        } else if flushed.elapsed() >= FLUSH {
            flushed = Instant::now();
            writer.flush()
        } else {
            Ok(())
        };
        if let Err(error) = written {
            break (EndReason::Failure, error.to_string());
        }
        if let Some(jni) = jni
            && runtime.is_active()
        {
            session.tick(jni);
        }
    };
    // If the end comes from here, the recording is still active, and the program continues without it.
    let is_early = runtime.deactivate();
    if let Some(jni) = jni
        && is_early
    {
        runtime.arming.disarm_all(jni, runtime.sites.len());
    }
    let directory = writer.sink().directory().to_owned();
    if !message.is_empty() {
        let where_ = directory.display();
        say(
            LogLevel::Warn,
            format_args!("recording in {where_} has ended early: {message}; your program continues"),
        );
    }
    let ended = finish(runtime, writer, reason, &message, jni);
    if let Err(error) = ended
        && message.is_empty()
    {
        say(
            LogLevel::Warn,
            format_args!("the end of the recording in {} was not written: {error}", directory.display()),
        );
    }
    if let Some(jni) = jni {
        session.stop(jni);
    }
    for event in runtime.queue.end() {
        if let (Event::Invocation(finished), Some(jni)) = (event, jni) {
            finished.references.delete(jni);
        }
    }
}

fn write(
    runtime: &Runtime,
    writer: &mut SegmentWriter<Files>,
    batch: Batch,
    jni: Option<Jni>,
) -> std::io::Result<()> {
    // After the events were taken out: a class is registered before an invocation that names it is put in.
    for class in runtime.classes.take_new() {
        writer.define_class(class);
    }
    let mut result = Ok(());
    for event in batch.events {
        match event {
            Event::Thread(thread) => writer.define_thread(thread),
            Event::Method(method) => writer.define_method(method),
            Event::Mark(mark, held) => {
                if result.is_ok() {
                    result = writer.mark(&mark);
                }
                runtime.memory.release(held);
            }
            Event::Invocation(finished) => {
                if result.is_ok() {
                    let parts = InvocationParts {
                        capture: &finished.capture,
                        notes: &finished.notes,
                        classes: &finished.classes,
                        methods: &finished.methods,
                        threads: &finished.threads,
                    };
                    result = writer.annotated(&finished.head, &parts).map(|_| ());
                }
                let Finished { references, held, .. } = *finished;
                if let Some(jni) = jni {
                    references.delete(jni);
                }
                runtime.memory.release(held);
            }
        }
    }
    result
}

fn finish(
    runtime: &Runtime,
    mut writer: SegmentWriter<Files>,
    reason: EndReason,
    message: &str,
    jni: Option<Jni>,
) -> std::io::Result<()> {
    if let Some(jni) = jni {
        writer.blocks(&runtime.blocks.run(jni))?;
    }
    let statistics = runtime.sites.statistics();
    let dropped = statistics.iter().map(|method| method.duplicates + method.overload + method.failed).sum();
    writer.left_out(&runtime.filtered.left_out())?;
    writer.statistics(&statistics)?;
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let end = End {
        reason,
        invocations: 0,
        dropped,
        ended_millis: now.as_millis() as u64,
        message: message.into(),
    };
    let invocations = writer.invocations();
    let files = writer.finish(end)?;
    let (directory, peak) = (files.directory().display(), runtime.memory.peak() >> 10);
    say(
        LogLevel::Info,
        format_args!("recorded {invocations} invocations in {directory}, with {peak} KiB of memory"),
    );
    Ok(())
}
