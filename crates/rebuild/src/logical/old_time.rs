//! The dates and calendars before `java.time`.

use reenact_heap::Value;

use super::expression::{boolean, call, factory, field, inline, int, long, new, text, value};
use super::{Filling, Shape, Target};
use crate::plan::{Making, Operand};

/// 15 October 1582, when the Gregorian calendar begins unless one says otherwise.
const CUTOVER: i64 = -12_219_292_800_000;

/// `new Date(1700000000000L)`.
pub(super) fn date(target: &Target<'_, '_>, millis: i64) -> Shape {
    Shape::of(new(target.class, "(J)V", vec![long(millis)]))
}

pub(super) fn set_time(class: &str, millis: i64) -> Filling {
    call(class, "setTime", "(J)V", vec![long(millis)])
}

pub(super) fn timestamp(millis: i64, nanos: i32) -> Option<Shape> {
    const CLASS: &str = "java/sql/Timestamp";
    let is_consistent =
        (0..1_000_000_000).contains(&nanos) && millis.rem_euclid(1000) == i64::from(nanos / 1_000_000);
    let shape = Shape::of(new(CLASS, "(J)V", vec![long(millis)]));
    is_consistent.then(|| match nanos % 1_000_000 {
        0 => shape,
        _ => shape.with([call(CLASS, "setNanos", "(I)V", vec![int(nanos)])]),
    })
}

/// A calendar of a locale with the same weeks, and setters for the rest.
pub(super) fn calendar(
    millis: i64,
    zone: Value,
    lenient: bool,
    week: (i32, i32),
    cutover: i64,
) -> Option<Shape> {
    const CLASS: &str = "java/util/GregorianCalendar";
    if zone == Value::Null {
        return None;
    }
    let set = |name: &str, descriptor: &str, argument: Operand| call(CLASS, name, descriptor, vec![argument]);
    let (locale, settings) = match week {
        (1, 1) => ("US", Vec::new()),
        (2, 4) => ("GERMANY", Vec::new()),
        (first, minimal) => {
            let first = set("setFirstDayOfWeek", "(I)V", day(first));
            ("US", vec![first, set("setMinimalDaysInFirstWeek", "(I)V", int(minimal))])
        }
    };
    let locale = field("java/util/Locale", locale, "Ljava/util/Locale;");
    let descriptor = "(Ljava/util/TimeZone;Ljava/util/Locale;)V";
    let mut then = vec![set("setTimeInMillis", "(J)V", long(millis))];
    then.extend(settings);
    if !lenient {
        then.push(set("setLenient", "(Z)V", boolean(false)));
    }
    if cutover != CUTOVER {
        let date = new("java/util/Date", "(J)V", vec![long(cutover)]);
        then.push(set("setGregorianChange", "(Ljava/util/Date;)V", inline(date)));
    }
    Some(Shape::of(new(CLASS, descriptor, vec![value(zone), locale])).with(then))
}

/// `Calendar.MONDAY`.
fn day(day: i32) -> Operand {
    const DAYS: [&str; 7] = ["SUNDAY", "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY"];
    let name = usize::try_from(day).ok().and_then(|day| DAYS.get(day.checked_sub(1)?));
    name.map_or(int(day), |name| field("java/util/Calendar", name, "I"))
}

pub(super) fn time_zone(id: &str) -> Shape {
    let descriptor = "(Ljava/lang/String;)Ljava/util/TimeZone;";
    let made: Making = factory("java/util/TimeZone", "getTimeZone", descriptor, vec![text(id)]);
    Shape::of(made)
}
