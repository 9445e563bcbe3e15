//! The messages with which Java announces classes and allow lists: those of `DataOutputStream`, once per class and list.

use reenact_serial::document::Unknown;
use reenact_serial::live::context::Context;
use reenact_serial::live::describe::{self, ClassFiles, LiveForm, Package, Usable};
use reenact_serial::live::table::{Entry, LiveEnum, LiveShape};
use reenact_serial::platform::FORMS;
use reenact_serial::types::Type;

use crate::state;

/// The reason why a message cannot be answered.
pub type Answer = Result<Vec<u8>, String>;

/// Reads a message of Java.
pub struct Request<'r>(&'r [u8]);

/// Writes a message to Java.
#[derive(Default)]
pub struct Response(Vec<u8>);

impl<'r> Request<'r> {
    pub fn new(bytes: &'r [u8]) -> Request<'r> {
        Request(bytes)
    }

    fn take(&mut self, length: usize) -> Result<&'r [u8], String> {
        if length > self.0.len() {
            return Err("internal error: a message of io.reenact.serial is too short".to_owned());
        }
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    fn int(&mut self) -> Result<i32, String> {
        let bytes = self.take(4)?;
        Ok(i32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// The number of items that follow.
    fn count(&mut self) -> Result<usize, String> {
        Ok(self.int()?.max(0) as usize)
    }

    fn is_true(&mut self) -> Result<bool, String> {
        Ok(self.take(1)?[0] != 0)
    }

    fn bytes(&mut self) -> Result<&'r [u8], String> {
        let length = self.count()?;
        self.take(length)
    }

    fn text(&mut self) -> Result<String, String> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    fn texts(&mut self) -> Result<Vec<String>, String> {
        (0..self.count()?).map(|_| self.text()).collect()
    }
}

impl Response {
    fn int(&mut self, value: i32) {
        self.0.extend(value.to_be_bytes());
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.int(bytes.len() as i32);
        self.0.extend(bytes);
    }

    fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    /// The reasons why a member cannot be used; empty if it can.
    fn usable(&mut self, usable: &Usable) {
        self.text(usable.elsewhere.as_deref().unwrap_or_default());
        self.text(usable.in_package.as_deref().unwrap_or_default());
    }
}

/// The binary names of JDK types that have forms, in the order of their numbers.
pub fn platform() -> Vec<u8> {
    let mut response = Response::default();
    response.int(FORMS.len() as i32);
    FORMS.iter().for_each(|form| response.text(form.class));
    response.0
}

/// The internal names of classes that the form of a class depends on.
pub fn needed(class_file: &[u8]) -> Answer {
    let names = describe::needed(class_file).map_err(|error| error.to_string())?;
    let mut response = Response::default();
    response.int(names.len() as i32);
    names.iter().for_each(|name| response.text(name));
    Ok(response.0)
}

/// The form of a class with the code that moves its components. Its versions get numbers.
pub fn describe(mut request: Request<'_>) -> Answer {
    let class = request.text()?;
    let package = Package { is_exported: request.is_true()?, is_open: request.is_true()? };
    let count = request.count()?;
    let files: Result<Vec<_>, String> =
        (0..count).map(|_| Ok((request.text()?, request.bytes()?.to_vec()))).collect();
    let files = ClassFiles::new(files?);
    // Building the model uses threads; one is enough, and none is left in the user's JVM.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|error| error.to_string())?;
    let form = pool.install(|| describe::describe(&class, files, package))?;
    Ok(described(&form))
}

fn described(form: &LiveForm) -> Vec<u8> {
    let writers = form.writer.iter().map(|writer| writer.shape.clone());
    let shapes = writers.chain(form.readers.iter().map(|reader| reader.shape.clone()));
    let entries = shapes.map(|shape| Entry::Form(LiveShape::new(shape))).collect();
    let mut numbers = state::announce(entries).into_iter();
    let mut number = || numbers.next().map_or(-1, |number| number as i32);
    let mut response = Response::default();
    response.int(i32::from(form.writer.is_some()));
    if let Some(writer) = &form.writer {
        response.int(number());
        response.int(writer.shape.version);
        response.usable(&writer.usable);
        response.int(writer.shape.components.len() as i32);
        for (name, declared) in &writer.shape.components {
            response.text(name);
            response.text(&declared.to_string());
        }
        response.bytes(&writer.code);
    }
    response.int(form.readers.len() as i32);
    for reader in &form.readers {
        response.int(number());
        response.int(reader.shape.version);
        response.usable(&reader.usable);
        response.int(i32::from(reader.refuses));
        response.int(reader.shape.components.len() as i32);
        for (name, declared) in &reader.shape.components {
            response.text(name);
            response.text(&declared.to_string());
        }
        response.bytes(&reader.code);
    }
    response.0
}

/// Numbers an enum.
pub fn constants(mut request: Request<'_>) -> Answer {
    let class = request.text()?.into();
    let constants = request.texts()?.into_iter().map(String::into_boxed_str).collect();
    Ok(number(Entry::Enum(LiveEnum { class, constants })))
}

/// Numbers a class of array elements.
pub fn class(mut request: Request<'_>) -> Answer {
    Ok(number(Entry::Class(Type::Class(request.text()?.into()))))
}

fn number(entry: Entry) -> Vec<u8> {
    let numbers = state::announce(vec![entry]);
    numbers.first().copied().unwrap_or_default().to_be_bytes().to_vec()
}

/// Numbers an allow list.
pub fn context(mut request: Request<'_>) -> Answer {
    let table = state::table();
    let mut context = Context::default();
    for _ in 0..request.count()? {
        context.add_form(&table, request.int()? as u32);
    }
    for _ in 0..request.count()? {
        let class = request.text()?;
        context.add_enum(&class, request.texts()?);
    }
    for class in request.texts()? {
        context.add_class(&class);
    }
    for _ in 0..request.count()? {
        let class = request.text()?;
        context.add_supertypes(&class, request.texts()?);
    }
    for _ in 0..request.count()? {
        let (class, version, reason) = (request.text()?, request.int()?, request.text()?);
        let unknown = match reason.as_str() {
            "" => Unknown::Refused,
            _ => Unknown::NoForm(reason),
        };
        context.refuse(&class, (version != 0).then_some(version), unknown);
    }
    Ok(state::allow(context).to_be_bytes().to_vec())
}
