//! `java.time`, and the dates and calendars before it.

use super::form::{Date, LogicalForm, Time, Zone};
use super::object::Object;

pub(super) fn instant(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Instant { seconds: object.long("seconds")?, nanos: object.int("nanos")? })
}

pub(super) fn duration(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::Duration { seconds: object.long("seconds")?, nanos: object.int("nanos")? })
}

pub(super) fn period(object: &Object) -> Option<LogicalForm> {
    let (years, months, days) = (object.int("years")?, object.int("months")?, object.int("days")?);
    Some(LogicalForm::Period { years, months, days })
}

fn small(object: &Object, field: &str) -> Option<u8> {
    u8::try_from(object.int(field)?).ok()
}

fn date(object: &Object) -> Option<Date> {
    Some(Date { year: object.int("year")?, month: small(object, "month")?, day: small(object, "day")? })
}

fn time(object: &Object) -> Option<Time> {
    let nano = u32::try_from(object.int("nano")?).ok()?;
    let (hour, minute) = (small(object, "hour")?, small(object, "minute")?);
    Some(Time { hour, minute, second: small(object, "second")?, nano })
}

fn date_and_time(object: &Object) -> Option<(Date, Time)> {
    Some((date(&object.object("date")?)?, time(&object.object("time")?)?))
}

fn offset(object: &Object, field: &str) -> Option<i32> {
    object.object(field)?.int("totalSeconds")
}

fn zone_of(object: &Object) -> Option<Zone> {
    match object.int("totalSeconds") {
        Some(seconds) => Some(Zone::Offset(seconds)),
        None => object.string("id").map(Zone::Region),
    }
}

pub(super) fn local_date(object: &Object) -> Option<LogicalForm> {
    date(object).map(LogicalForm::LocalDate)
}

pub(super) fn local_time(object: &Object) -> Option<LogicalForm> {
    time(object).map(LogicalForm::LocalTime)
}

pub(super) fn local_date_time(object: &Object) -> Option<LogicalForm> {
    date_and_time(object).map(|(date, time)| LogicalForm::LocalDateTime(date, time))
}

pub(super) fn offset_time(object: &Object) -> Option<LogicalForm> {
    let time = time(&object.object("time")?)?;
    Some(LogicalForm::OffsetTime { time, offset: offset(object, "offset")? })
}

pub(super) fn offset_date_time(object: &Object) -> Option<LogicalForm> {
    let (date, time) = date_and_time(&object.object("dateTime")?)?;
    Some(LogicalForm::OffsetDateTime { date, time, offset: offset(object, "offset")? })
}

pub(super) fn zoned_date_time(object: &Object) -> Option<LogicalForm> {
    let (date, time) = date_and_time(&object.object("dateTime")?)?;
    let zone = zone_of(&object.object("zone")?)?;
    Some(LogicalForm::ZonedDateTime { date, time, offset: offset(object, "offset")?, zone })
}

pub(super) fn year(object: &Object) -> Option<LogicalForm> {
    object.int("year").map(LogicalForm::Year)
}

pub(super) fn year_month(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::YearMonth { year: object.int("year")?, month: object.int("month")? })
}

pub(super) fn month_day(object: &Object) -> Option<LogicalForm> {
    Some(LogicalForm::MonthDay { month: object.int("month")?, day: object.int("day")? })
}

pub(super) fn zone(object: &Object) -> Option<LogicalForm> {
    zone_of(object).map(LogicalForm::Zone)
}

pub(super) fn fixed_clock(object: &Object) -> Option<LogicalForm> {
    let (instant, zone) = (object.object("instant")?, zone_of(&object.object("zone")?)?);
    Some(LogicalForm::FixedClock { seconds: instant.long("seconds")?, nanos: instant.int("nanos")?, zone })
}

/// The milliseconds are stale while a calendar date that was written to waits to be normalised.
fn millis(object: &Object) -> Option<i64> {
    match object.nullable_object("cdate")? {
        Some(date) if !date.boolean("normalized")? => None,
        _ => object.long("fastTime"),
    }
}

pub(super) fn old_date(object: &Object) -> Option<LogicalForm> {
    millis(object).map(LogicalForm::Date)
}

pub(super) fn timestamp(object: &Object) -> Option<LogicalForm> {
    let nanos = object.int("nanos")?;
    // The object itself keeps whole seconds, and `getTime` adds the milliseconds back.
    let millis = millis(object)?.checked_add(i64::from(nanos / 1_000_000))?;
    Some(LogicalForm::Timestamp { millis, nanos })
}

/// A calendar whose fields were set and whose time was not computed yet has no form: computing it takes
/// the rules of its time zone.
pub(super) fn calendar(object: &Object) -> Option<LogicalForm> {
    if !object.boolean("isTimeSet")? {
        return None;
    }
    Some(LogicalForm::Calendar {
        millis: object.long("time")?,
        zone: object.reference("zone")?,
        lenient: object.boolean("lenient")?,
        first_day_of_week: object.int("firstDayOfWeek")?,
        minimal_days_in_first_week: object.int("minimalDaysInFirstWeek")?,
        cutover: object.long("gregorianCutover")?,
    })
}
