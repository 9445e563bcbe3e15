//! Reading a plan: everything is checked once, so that asking cannot fail.

use std::fmt;
use std::str::FromStr;

use super::layout::*;
use super::{FieldName, Redaction, Rules};
use crate::bytes::{Malformed, Reader};
use crate::checksum::Crc32;
use crate::options::{Selection, Visibility};
use crate::pattern::ClassPattern;

/// A plan that was read. Owns its bytes and points into them.
#[derive(Clone, Debug)]
pub struct Plan {
    pub(super) bytes: Box<[u8]>,
    pub(super) tables: [Extent; 7],
    /// Where the strings' text starts.
    pub(super) text: usize,
    source: String,
    rules: Rules,
    opaque: Vec<ClassPattern>,
    redaction: Redaction,
}

/// A section's place in the bytes.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Extent {
    pub offset: usize,
    pub length: usize,
}

/// The reason why bytes are not a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PlanError {
    /// The bytes do not start as a plan does.
    NotAPlan,
    /// A plan of a newer major version.
    TooNew { major: u16 },
    /// Bytes were lost or changed.
    Damaged(&'static str),
    /// The checksum is right and the content is not: the writer of the plan is at fault.
    Malformed(String),
}

impl fmt::Display for PlanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlanError::NotAPlan => f.write_str("this is not a probe plan"),
            PlanError::TooNew { major } => write!(
                f,
                "the probe plan has version {major}, this agent reads up to {MAJOR}; use an agent of the same release"
            ),
            PlanError::Damaged(what) => write!(f, "the probe plan is damaged: {what}; write it again"),
            PlanError::Malformed(what) => write!(f, "the probe plan is malformed: {what}"),
        }
    }
}

impl std::error::Error for PlanError {}

impl From<Malformed> for PlanError {
    fn from(malformed: Malformed) -> Self {
        PlanError::Malformed(malformed.to_string())
    }
}

fn malformed(what: &str) -> PlanError {
    PlanError::Malformed(what.to_owned())
}

impl Plan {
    /// Reads and checks a plan.
    pub fn read(bytes: impl Into<Box<[u8]>>) -> Result<Plan, PlanError> {
        let bytes = bytes.into();
        let sections = sections(&bytes)?;
        let find = |kind| sections.iter().find(|(k, _)| *k == kind).map(|(_, extent)| *extent);
        let tables = [STRINGS, CLASSES, METHODS, PARAMETERS, FRONTIERS, FIELDS, POINTS]
            .map(|kind| find(kind).unwrap_or_default());
        let settings = find(SETTINGS).ok_or_else(|| malformed("it has no settings"))?;
        let settings = Settings::read(&bytes[settings.offset..settings.offset + settings.length])?;
        let text = tables[0].offset + 4 + 4 * u32_at(&bytes, tables[0].offset) as usize;
        let Settings { source, rules, opaque, redaction } = settings;
        let plan = Plan { bytes, tables, text, source, rules, opaque, redaction };
        plan.check()?;
        Ok(plan)
    }

    /// Returns the name of the plan's producer.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the rules for classes that are not listed.
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The types at whose objects captures end.
    pub fn opaque(&self) -> &[ClassPattern] {
        &self.opaque
    }

    /// Returns whether captures end at objects of this very class, by internal name. The caller visits
    /// the superclasses, and caches the answer.
    pub fn is_opaque(&self, class: &[u8]) -> bool {
        self.opaque.iter().any(|pattern| pattern.matches(class))
    }

    /// Returns the rules of redaction.
    pub fn redaction(&self) -> &Redaction {
        &self.redaction
    }

    /// Every number that a table holds is in range, and what is searched is sorted.
    fn check(&self) -> Result<(), PlanError> {
        self.check_strings()?;
        let rows = [CLASS_ROW, METHOD_ROW, 4, FRONTIER_ROW, FIELD_ROW, POINT_ROW];
        for (extent, row) in self.tables[1..].iter().zip(rows) {
            if !extent.length.is_multiple_of(row) {
                return Err(malformed("a table ends in the middle of a row"));
            }
        }
        let strings = self.string_count();
        let is_string = |number: u32| (number as usize) < strings;
        let within = |first: u32, count: u32, table: usize, row: usize| {
            u64::from(first) + u64::from(count) <= (self.tables[table].length / row) as u64
        };
        let mut last = None;
        for [name, first, count] in self.rows::<3>(1) {
            if !is_string(name) || !within(first, count, 2, METHOD_ROW) {
                return Err(malformed("a class names what is not there"));
            }
            if last.is_some_and(|last| last >= name) {
                return Err(malformed("classes are not sorted"));
            }
            last = Some(name);
        }
        let frontiers = self.tables[4].length / FRONTIER_ROW;
        for [name, descriptor, _, first, count, frontier] in self.rows::<6>(2) {
            let has_frontier = frontier == NO_FRONTIER || (frontier as usize) < frontiers;
            if !is_string(name) || !is_string(descriptor) || !within(first, count, 3, 4) || !has_frontier {
                return Err(malformed("a method names what is not there"));
            }
        }
        if !self.rows::<1>(3).all(|[name]| is_string(name)) {
            return Err(malformed("a parameter has no name"));
        }
        if !self.rows::<2>(4).all(|[first, count]| within(first, count, 5, FIELD_ROW)) {
            return Err(malformed("a frontier names fields that are not there"));
        }
        if !self.rows::<2>(5).all(|[class, name]| is_string(class) && is_string(name)) {
            return Err(malformed("a field has no name"));
        }
        if !self
            .rows::<4>(6)
            .all(|[class, name, descriptor, _]| [class, name, descriptor].into_iter().all(is_string))
        {
            return Err(malformed("a point has no name"));
        }
        Ok(())
    }

    fn check_strings(&self) -> Result<(), PlanError> {
        let extent = self.tables[0];
        let end = extent.offset + extent.length;
        if extent.length == 0 {
            return Ok(());
        }
        if self.text > end {
            return Err(malformed("there are fewer strings than it says"));
        }
        let (mut start, mut last) = (0, None::<&[u8]>);
        for index in 0..self.string_count() {
            let stop = u32_at(&self.bytes, extent.offset + 4 + 4 * index) as usize;
            let text = start <= stop && self.text + stop <= end;
            let text = if text { &self.bytes[self.text + start..self.text + stop] } else { b"\xff" };
            if std::str::from_utf8(text).is_err() {
                return Err(malformed("a string is not UTF-8 or lies outside"));
            }
            if last.is_some_and(|last| last >= text) {
                return Err(malformed("strings are not sorted"));
            }
            (start, last) = (stop, Some(text));
        }
        Ok(())
    }
}

fn sections(bytes: &[u8]) -> Result<Vec<(u32, Extent)>, PlanError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(PlanError::NotAPlan);
    }
    if bytes.len() < HEADER {
        return Err(PlanError::Damaged("it is cut short"));
    }
    let major = u16::from_le_bytes([bytes[8], bytes[9]]);
    if major != MAJOR {
        return Err(PlanError::TooNew { major });
    }
    if u32_at(bytes, 12) as usize != bytes.len() {
        return Err(PlanError::Damaged("it is cut short or has more behind it"));
    }
    let checksum = Crc32::new().update(&bytes[..CHECKSUM]).update(&bytes[CHECKSUM + 4..]).value();
    if u32_at(bytes, CHECKSUM) != checksum {
        return Err(PlanError::Damaged("its checksum is wrong"));
    }
    let count = u32_at(bytes, 20) as usize;
    if count > MAX_SECTIONS || HEADER + SECTION_ROW * count > bytes.len() {
        return Err(malformed("it has more sections than fit"));
    }
    let mut sections = Vec::with_capacity(count);
    for row in (0..count).map(|index| HEADER + SECTION_ROW * index) {
        let [kind, offset, length] = [0, 4, 8].map(|at| u32_at(bytes, row + at));
        let extent = Extent { offset: offset as usize, length: length as usize };
        if extent.offset.checked_add(extent.length).is_none_or(|end| end > bytes.len()) {
            return Err(malformed("a section lies outside"));
        }
        sections.push((kind, extent));
    }
    Ok(sections)
}

struct Settings {
    source: String,
    rules: Rules,
    opaque: Vec<ClassPattern>,
    redaction: Redaction,
}

impl Settings {
    fn read(bytes: &[u8]) -> Result<Settings, PlanError> {
        let reader = &mut Reader::new(bytes);
        let source = reader.text()?.to_owned();
        let switches = reader.varint()?;
        let switch = |index: u32| switches >> index & 1 == 1;
        let selection = Selection {
            visibility: match reader.varint()? {
                0 => Visibility::Public,
                1 => Visibility::Protected,
                2 => Visibility::Package,
                3 => Visibility::Private,
                _ => return Err(malformed("it knows a visibility that is none")),
            },
            statics: switch(1),
            deprecated: switch(2),
            local_classes: switch(3),
            test_classes: switch(6),
            min_statements: reader.varint32()?,
        };
        let mut rules = Rules {
            include: list(reader)?,
            exclude: list(reader)?,
            methods: list(reader)?,
            all: switch(0),
            selection,
            histories: Vec::new(),
        };
        let opaque = list(reader)?;
        let names = list(reader)?;
        let fields = (0..reader.count()?)
            .map(|_| Ok(FieldName::new(reader.text()?, reader.text()?)))
            .collect::<Result<_, Malformed>>()?;
        // Version 1.0 ended here.
        if !reader.is_empty() {
            rules.histories = list(reader)?;
        }
        // As did version 1.1 here.
        let except = if reader.is_empty() { Vec::new() } else { list(reader)? };
        let redaction = Redaction { enabled: switch(4), names, fields, except, looks: !switch(5) };
        Ok(Settings { source, rules, opaque, redaction })
    }
}

fn list<T: FromStr<Err: fmt::Display>>(reader: &mut Reader<'_>) -> Result<Vec<T>, PlanError> {
    let count = reader.count()?;
    (0..count)
        .map(|_| reader.text()?.parse().map_err(|error: T::Err| PlanError::Malformed(error.to_string())))
        .collect()
}
