//! `java.time`.

use reenact_heap::logical::{Date, Time, Zone};
use reenact_heap::{LogicalForm, words};

use super::expression::{factory, inline, int, long, text};
use super::{Shape, constant};
use crate::plan::{Making, Operand};

pub(super) fn time(form: &LogicalForm) -> Option<Shape> {
    use LogicalForm as F;
    Some(Shape::of(match form {
        F::Instant { seconds, nanos } => instant(*seconds, *nanos)?,
        F::Duration { seconds, nanos } => duration(*seconds, *nanos)?,
        F::Period { years, months, days } => period([*years, *months, *days]),
        F::LocalDate(date) => local_date(date)?,
        F::LocalTime(time) => local_time(time)?,
        F::LocalDateTime(date, time) => local_date_time(date, time)?,
        F::OffsetTime { time, offset } => {
            let arguments = vec![of(local_time(time)?), zone_offset(*offset)?];
            composed("java/time/OffsetTime", "Ljava/time/LocalTime;Ljava/time/ZoneOffset;", arguments)
        }
        F::OffsetDateTime { date, time, offset } => {
            let arguments = vec![of(local_date_time(date, time)?), zone_offset(*offset)?];
            let parameters = "Ljava/time/LocalDateTime;Ljava/time/ZoneOffset;";
            composed("java/time/OffsetDateTime", parameters, arguments)
        }
        F::ZonedDateTime { date, time, offset, zone } => zoned_date_time(date, time, *offset, zone)?,
        F::Year(year) if is_year(*year) => ints("java/time/Year", &[*year]),
        F::YearMonth { year, month: month @ 1..=12 } if is_year(*year) => {
            ints("java/time/YearMonth", &[*year, *month])
        }
        F::MonthDay { month, day } => {
            // 2000 has all days that any year has.
            let (short_month, short_day) = (u8::try_from(*month).ok()?, u8::try_from(*day).ok()?);
            is_date(&Date { year: 2000, month: short_month, day: short_day })
                .then(|| ints("java/time/MonthDay", &[*month, *day]))?
        }
        F::Zone(zone) => zone_id(zone)?,
        F::FixedClock { seconds, nanos, zone } => {
            let arguments = vec![of(instant(*seconds, *nanos)?), of(zone_id(zone)?)];
            let descriptor = "(Ljava/time/Instant;Ljava/time/ZoneId;)Ljava/time/Clock;";
            factory("java/time/Clock", "fixed", descriptor, arguments)
        }
        _ => return None,
    }))
}

fn of(making: Making) -> Operand {
    inline(making)
}

/// `C.of(1, 2)`.
fn ints(class: &str, values: &[i32]) -> Making {
    let arguments = values.iter().copied().map(int).collect();
    factory(class, "of", &format!("({})L{class};", "I".repeat(values.len())), arguments)
}

/// `C.of(…)` of other objects.
fn composed(class: &str, parameters: &str, arguments: Vec<Operand>) -> Making {
    factory(class, "of", &format!("({parameters})L{class};"), arguments)
}

fn is_year(year: i32) -> bool {
    (-999_999_999..=999_999_999).contains(&year)
}

fn is_date(date: &Date) -> bool {
    let is_leap = date.year % 4 == 0 && (date.year % 100 != 0 || date.year % 400 == 0);
    let days = match date.month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => 0,
    };
    is_year(date.year) && (1..=days).contains(&date.day)
}

fn is_time(time: &Time) -> bool {
    time.hour < 24 && time.minute < 60 && time.second < 60 && time.nano < 1_000_000_000
}

/// As text where ISO 8601 has four digits for the year.
fn instant(seconds: i64, nanos: i32) -> Option<Making> {
    const CLASS: &str = "java/time/Instant";
    const FIRST: i64 = -62_167_219_200;
    const LAST: i64 = 253_402_300_799;
    let is_valid = (0..1_000_000_000).contains(&nanos)
        && (-31_557_014_167_219_200..=31_556_889_864_403_199).contains(&seconds);
    is_valid.then(|| match seconds {
        FIRST..=LAST => {
            let moment = words::instant(seconds, nanos);
            factory(CLASS, "parse", "(Ljava/lang/CharSequence;)Ljava/time/Instant;", vec![text(&moment)])
        }
        _ if nanos == 0 => factory(CLASS, "ofEpochSecond", "(J)Ljava/time/Instant;", vec![long(seconds)]),
        _ => {
            let arguments = vec![long(seconds), long(nanos.into())];
            factory(CLASS, "ofEpochSecond", "(JJ)Ljava/time/Instant;", arguments)
        }
    })
}

/// In the largest unit that it is a whole number of.
fn duration(seconds: i64, nanos: i32) -> Option<Making> {
    const CLASS: &str = "java/time/Duration";
    if !(0..1_000_000_000).contains(&nanos) {
        return None;
    }
    let of = |name: &str, count: i64| factory(CLASS, name, "(J)Ljava/time/Duration;", vec![long(count)]);
    let scaled = |by: i64| seconds.checked_mul(by)?.checked_add(i64::from(nanos) / (1_000_000_000 / by));
    Some(match (seconds, nanos) {
        (_, 0) if seconds % 86_400 == 0 => of("ofDays", seconds / 86_400),
        (_, 0) if seconds % 3600 == 0 => of("ofHours", seconds / 3600),
        (_, 0) if seconds % 60 == 0 => of("ofMinutes", seconds / 60),
        (_, 0) => of("ofSeconds", seconds),
        _ => match (nanos % 1_000_000 == 0).then(|| scaled(1000)).flatten() {
            Some(millis) => of("ofMillis", millis),
            None => match scaled(1_000_000_000) {
                Some(all) if seconds == 0 || seconds == -1 => of("ofNanos", all),
                _ => {
                    let arguments = vec![long(seconds), long(nanos.into())];
                    factory(CLASS, "ofSeconds", "(JJ)Ljava/time/Duration;", arguments)
                }
            },
        },
    })
}

fn period(parts: [i32; 3]) -> Making {
    const CLASS: &str = "java/time/Period";
    let alone = |name: &str, count: i32| factory(CLASS, name, "(I)Ljava/time/Period;", vec![int(count)]);
    match parts {
        [years, 0, 0] => alone("ofYears", years),
        [0, months, 0] => alone("ofMonths", months),
        [0, 0, days] => alone("ofDays", days),
        parts => ints(CLASS, &parts),
    }
}

fn local_date(date: &Date) -> Option<Making> {
    let values = [date.year, date.month.into(), date.day.into()];
    is_date(date).then(|| ints("java/time/LocalDate", &values))
}

/// Hour and minute, and what there is behind them.
fn clock(time: &Time) -> Option<Vec<i32>> {
    let mut parts = vec![time.hour.into(), time.minute.into()];
    if time.second != 0 || time.nano != 0 {
        parts.push(time.second.into());
    }
    if time.nano != 0 {
        parts.push(i32::try_from(time.nano).ok()?);
    }
    is_time(time).then_some(parts)
}

fn local_time(time: &Time) -> Option<Making> {
    const CLASS: &str = "java/time/LocalTime";
    let parts = clock(time)?;
    Some(match constant(CLASS, &LogicalForm::LocalTime(*time), 8) {
        Some(member) => Making::StaticField(member),
        None => ints(CLASS, &parts),
    })
}

fn local_date_time(date: &Date, time: &Time) -> Option<Making> {
    let mut parts = vec![date.year, date.month.into(), date.day.into()];
    parts.extend(clock(time)?);
    is_date(date).then(|| ints("java/time/LocalDateTime", &parts))
}

fn zone_offset(seconds: i32) -> Option<Operand> {
    offset(seconds).map(inline)
}

fn offset(seconds: i32) -> Option<Making> {
    const CLASS: &str = "java/time/ZoneOffset";
    let of = |name: &str, values: &[i32]| {
        let descriptor = format!("({})L{CLASS};", "I".repeat(values.len()));
        factory(CLASS, name, &descriptor, values.iter().copied().map(int).collect())
    };
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match seconds {
        0 => constant(CLASS, &LogicalForm::Zone(Zone::Offset(0)), 8).map(Making::StaticField),
        -64_800..=64_800 if seconds % 3600 == 0 => Some(of("ofHours", &[hours])),
        -64_800..=64_800 if seconds % 60 == 0 => Some(of("ofHoursMinutes", &[hours, minutes])),
        -64_800..=64_800 => Some(of("ofTotalSeconds", &[seconds])),
        _ => None,
    }
}

fn zone_id(zone: &Zone) -> Option<Making> {
    match zone {
        Zone::Offset(seconds) => offset(*seconds),
        Zone::Region(id) => {
            let descriptor = "(Ljava/lang/String;)Ljava/time/ZoneId;";
            Some(factory("java/time/ZoneId", "of", descriptor, vec![text(id)]))
        }
    }
}

fn zoned_date_time(date: &Date, time: &Time, seconds: i32, zone: &Zone) -> Option<Making> {
    const CLASS: &str = "java/time/ZonedDateTime";
    let (local, id) = (of(local_date_time(date, time)?), of(zone_id(zone)?));
    let is_certain = match zone {
        Zone::Offset(zone) if *zone != seconds => return None,
        Zone::Offset(_) => true,
        Zone::Region(id) => is_fixed(id) || is_met_once(date, time),
    };
    Some(if is_certain {
        composed(CLASS, "Ljava/time/LocalDateTime;Ljava/time/ZoneId;", vec![local, id])
    } else {
        let parameters = "Ljava/time/LocalDateTime;Ljava/time/ZoneId;Ljava/time/ZoneOffset;";
        let arguments = vec![local, id, zone_offset(seconds)?];
        factory(CLASS, "ofLocal", &format!("({parameters})L{CLASS};"), arguments)
    })
}

/// Whether a zone is an offset under another name.
fn is_fixed(id: &str) -> bool {
    let is_named = |name: &str| {
        id.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(['+', '-']))
    };
    id.starts_with("Etc/") || ["UTC", "GMT", "UT"].into_iter().any(is_named)
}

/// Whether no zone of the database puts its clocks back over this time of day: then the offset follows from the
/// zone. `tests/it/forms` asks every zone of every JDK.
fn is_met_once(date: &Date, time: &Time) -> bool {
    date.year >= 2000 && (5..=20).contains(&time.hour)
}
