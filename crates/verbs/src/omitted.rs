//! Methods and calls that a recording leaves out, as reports have them.

use reenact_recording::RecordingReader;
use reenact_report::omitted::Omitted;
use reenact_wire::AgentOptions;
use reenact_wire::filter::Filter;

/// Returns the methods and calls that a recording leaves out, by cause.
pub(crate) fn of(reader: &RecordingReader<'_>) -> Omitted {
    let by = |filter| reader.left_out().by(filter);
    let mut omitted = Omitted {
        test_classes: by(Filter::TestClass),
        synthetic: by(Filter::Synthetic),
        visibility: by(Filter::Visibility),
        kind: by(Filter::Kind),
        statements: by(Filter::Statements),
        ..Omitted::default()
    };
    // Options of a newer version are not known here.
    let sampling = reader.facts().options.parse::<AgentOptions>().unwrap_or_default().sampling;
    for figures in reader.statistics() {
        let is_backed_off = sampling.backoff != 1 && figures.sampled >= u64::from(sampling.first);
        omitted.add(&Omitted {
            sampled: figures.sampled,
            duplicates: figures.duplicates,
            overload: figures.overload,
            failed: figures.failed,
            backed_off: u64::from(is_backed_off),
            ..Omitted::default()
        });
    }
    omitted
}
