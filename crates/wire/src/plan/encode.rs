//! Writing a plan.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::layout::*;
use super::{FieldName, PointPlan, ProbePlan};
use crate::bytes::{put_text, put_varint};
use crate::checksum::Crc32;
use crate::options::Visibility;

impl ProbePlan {
    /// The plan's bytes. Equal plans give equal bytes.
    pub fn encode(&self) -> Vec<u8> {
        assemble(&self.sections())
    }

    pub(super) fn sections(&self) -> Vec<(u32, Vec<u8>)> {
        let strings = self.strings();
        let mut tables = Tables::new(&strings);
        for (name, class) in &self.classes {
            tables.class(name, class);
        }
        vec![
            (STRINGS, string_section(&strings)),
            (CLASSES, tables.classes),
            (METHODS, tables.methods),
            (PARAMETERS, tables.parameters),
            (FRONTIERS, tables.frontiers),
            (FIELDS, tables.fields),
            (POINTS, self.point_rows(&strings)),
            (SETTINGS, self.settings()),
        ]
    }

    /// Every string that tables name, sorted: the order of string numbers is that of the strings.
    fn strings(&self) -> BTreeMap<&str, u32> {
        let mut strings = BTreeSet::new();
        for (class, plan) in &self.classes {
            strings.insert(class.as_str());
            for ((name, descriptor), method) in &plan.methods {
                strings.extend([name.as_str(), descriptor.as_str()]);
                strings.extend(method.parameter_names.iter().map(String::as_str));
                let fields = method.frontier.iter().flatten();
                strings.extend(fields.flat_map(|field| [field.class.as_str(), field.name.as_str()]));
            }
        }
        for PointPlan { class, name, descriptor, .. } in &self.points {
            strings.extend([class.as_str(), name.as_str(), descriptor.as_str()]);
        }
        strings.into_iter().zip(0..).collect()
    }

    fn point_rows(&self, strings: &BTreeMap<&str, u32>) -> Vec<u8> {
        let mut rows = Vec::new();
        for point in &self.points {
            let text = [&point.class, &point.name, &point.descriptor];
            let text = text.map(|text| strings.get(text.as_str()).copied().unwrap_or_default());
            put_row(&mut rows, &[text[0], text[1], text[2], point.kind.number()]);
        }
        rows
    }

    fn settings(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let selection = &self.rules.selection;
        put_text(&mut out, &self.source);
        let switches = [
            self.rules.all,
            selection.statics,
            selection.deprecated,
            selection.local_classes,
            self.redaction.enabled,
            !self.redaction.looks,
            selection.test_classes,
        ];
        let bits = switches.iter().enumerate().fold(0, |bits, (index, &on)| bits | u64::from(on) << index);
        put_varint(&mut out, bits);
        put_varint(
            &mut out,
            match selection.visibility {
                Visibility::Public => 0,
                Visibility::Protected => 1,
                Visibility::Package => 2,
                Visibility::Private => 3,
            },
        );
        put_varint(&mut out, u64::from(selection.min_statements));
        put_list(&mut out, &self.rules.include);
        put_list(&mut out, &self.rules.exclude);
        put_list(&mut out, &self.rules.methods);
        put_list(&mut out, &self.opaque);
        put_list(&mut out, &self.redaction.names);
        put_varint(&mut out, self.redaction.fields.len() as u64);
        for field in &self.redaction.fields {
            put_text(&mut out, &field.class);
            put_text(&mut out, &field.name);
        }
        put_list(&mut out, &self.rules.histories);
        put_list(&mut out, &self.redaction.except);
        out
    }
}

fn put_list<T: fmt::Display>(out: &mut Vec<u8>, items: &[T]) {
    put_varint(out, items.len() as u64);
    for item in items {
        put_text(out, &item.to_string());
    }
}

struct Tables<'a> {
    strings: &'a BTreeMap<&'a str, u32>,
    classes: Vec<u8>,
    methods: Vec<u8>,
    parameters: Vec<u8>,
    frontiers: Vec<u8>,
    fields: Vec<u8>,
    /// Methods share frontiers more often than not.
    known_frontiers: BTreeMap<&'a BTreeSet<FieldName>, u32>,
}

impl<'a> Tables<'a> {
    fn new(strings: &'a BTreeMap<&'a str, u32>) -> Self {
        Tables {
            strings,
            classes: Vec::new(),
            methods: Vec::new(),
            parameters: Vec::new(),
            frontiers: Vec::new(),
            fields: Vec::new(),
            known_frontiers: BTreeMap::new(),
        }
    }

    fn string(&self, text: &str) -> u32 {
        self.strings.get(text).copied().unwrap_or_default()
    }

    fn class(&mut self, name: &str, class: &'a super::ClassPlan) {
        let first = self.methods.len() / METHOD_ROW;
        let row = [self.string(name), first as u32, class.methods.len() as u32];
        put_row(&mut self.classes, &row);
        for ((name, descriptor), method) in &class.methods {
            let first_parameter = self.parameters.len() / 4;
            for parameter in &method.parameter_names {
                let parameter = self.string(parameter);
                put_row(&mut self.parameters, &[parameter]);
            }
            let frontier = method.frontier.as_ref().map_or(NO_FRONTIER, |fields| self.frontier(fields));
            let row = [
                self.string(name),
                self.string(descriptor),
                method.probes.0,
                first_parameter as u32,
                method.parameter_names.len() as u32,
                frontier,
            ];
            put_row(&mut self.methods, &row);
        }
    }

    fn frontier(&mut self, fields: &'a BTreeSet<FieldName>) -> u32 {
        if let Some(&known) = self.known_frontiers.get(fields) {
            return known;
        }
        let number = self.known_frontiers.len() as u32;
        self.known_frontiers.insert(fields, number);
        let first = self.fields.len() / FIELD_ROW;
        put_row(&mut self.frontiers, &[first as u32, fields.len() as u32]);
        for field in fields {
            let row = [self.string(&field.class), self.string(&field.name)];
            put_row(&mut self.fields, &row);
        }
        number
    }
}

fn put_row(out: &mut Vec<u8>, row: &[u32]) {
    out.extend(row.iter().flat_map(|number| number.to_le_bytes()));
}

fn string_section(strings: &BTreeMap<&str, u32>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut end = 0;
    put_row(&mut out, &[strings.len() as u32]);
    for text in strings.keys() {
        end += text.len() as u32;
        put_row(&mut out, &[end]);
    }
    out.extend(strings.keys().flat_map(|text| text.bytes()));
    out
}

pub(super) fn assemble(sections: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let mut offset = HEADER + SECTION_ROW * sections.len();
    let length = offset + sections.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
    let mut out = Vec::with_capacity(length);
    out.extend(MAGIC);
    out.extend(MAJOR.to_le_bytes());
    out.extend(MINOR.to_le_bytes());
    put_row(&mut out, &[length as u32, 0, sections.len() as u32]);
    for (kind, bytes) in sections {
        put_row(&mut out, &[*kind, offset as u32, bytes.len() as u32]);
        offset += bytes.len();
    }
    for (_, bytes) in sections {
        out.extend(bytes);
    }
    let checksum = Crc32::new().update(&out[..CHECKSUM]).update(&out[CHECKSUM + 4..]).value();
    out[CHECKSUM..CHECKSUM + 4].copy_from_slice(&checksum.to_le_bytes());
    out
}
