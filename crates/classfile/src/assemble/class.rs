//! Assembling a small class from nothing.

use crate::access::AccessFlags;
use crate::assemble::{PoolBuilder, Snippet};
use crate::attribute::{patch_length, write_frames};
use crate::bytes::Put;
use crate::class::Version;
use crate::descriptor::MethodDescriptor;
use crate::mutf8::Mutf8;
use crate::rewrite::frames::{FrameWriter, entry_locals};

/// Why a class could not be assembled.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum AssembleError {
    #[error("class {class} needs more than 65,535 constants")]
    TooManyConstants { class: String },
    #[error("method {class}.{method} has more than 65,535 bytes of code")]
    CodeTooLong { class: String, method: String },
    #[error("method {class}.{method} has the malformed descriptor {descriptor}")]
    Descriptor { class: String, method: String, descriptor: String },
}

/// Collects a class's members and writes the class file.
#[derive(Debug)]
pub struct ClassBuilder {
    name: String,
    version: Version,
    access_flags: AccessFlags,
    super_name: String,
    interfaces: Vec<String>,
    pool: PoolBuilder,
    fields: Vec<Vec<u8>>,
    methods: Vec<Vec<u8>>,
    error: Option<AssembleError>,
}

impl ClassBuilder {
    /// A class that extends `java/lang/Object`. Names are internal names.
    pub fn new(name: &str, access_flags: AccessFlags, version: Version) -> Self {
        ClassBuilder {
            name: name.to_owned(),
            version,
            access_flags,
            super_name: "java/lang/Object".to_owned(),
            interfaces: Vec::new(),
            pool: PoolBuilder::new(),
            fields: Vec::new(),
            methods: Vec::new(),
            error: None,
        }
    }

    pub fn extends(&mut self, super_name: &str) -> &mut Self {
        super_name.clone_into(&mut self.super_name);
        self
    }

    pub fn implements(&mut self, interface: &str) -> &mut Self {
        self.interfaces.push(interface.to_owned());
        self
    }

    /// The class's constants, for building code.
    pub fn pool(&mut self) -> &mut PoolBuilder {
        &mut self.pool
    }

    pub fn field(&mut self, access_flags: AccessFlags, name: &str, descriptor: &str) -> &mut Self {
        let mut out = Vec::new();
        self.member_header(access_flags, name, descriptor, &mut out);
        out.u2(0);
        self.fields.push(out);
        self
    }

    /// A field with an annotation that has no elements, given by its descriptor.
    pub fn annotated_field(
        &mut self,
        access_flags: AccessFlags,
        name: &str,
        descriptor: &str,
        annotation: &str,
    ) -> &mut Self {
        let mut out = Vec::new();
        self.member_header(access_flags, name, descriptor, &mut out);
        out.u2(1);
        out.u2(self.pool.utf8("RuntimeVisibleAnnotations"));
        out.u4(6);
        out.u2(1);
        out.u2(self.pool.utf8(annotation));
        out.u2(0);
        self.fields.push(out);
        self
    }

    /// An abstract or native method.
    pub fn method_without_code(
        &mut self,
        access_flags: AccessFlags,
        name: &str,
        descriptor: &str,
    ) -> &mut Self {
        let mut out = Vec::new();
        self.member_header(access_flags, name, descriptor, &mut out);
        out.u2(0);
        self.methods.push(out);
        self
    }

    /// A method with a body.
    pub fn method(
        &mut self,
        access_flags: AccessFlags,
        name: &str,
        descriptor: &str,
        code: &Snippet,
    ) -> &mut Self {
        if let Err(error) = self.try_method(access_flags, name, descriptor, code) {
            self.error.get_or_insert(error);
        }
        self
    }

    /// The class file, or the first thing that did not fit.
    pub fn finish(mut self) -> Result<Vec<u8>, AssembleError> {
        if let Some(error) = self.error {
            return Err(error);
        }
        let mut body = Vec::new();
        body.u2(self.access_flags.0);
        body.u2(self.pool.class(&self.name));
        body.u2(self.pool.class(&self.super_name));
        body.count(self.interfaces.len());
        for interface in &self.interfaces {
            body.u2(self.pool.class(interface));
        }
        for members in [&self.fields, &self.methods] {
            body.count(members.len());
            members.iter().for_each(|member| body.extend_from_slice(member));
        }
        body.u2(0);
        if self.pool.is_full() {
            return Err(AssembleError::TooManyConstants { class: self.name });
        }
        let mut out = Vec::with_capacity(body.len() + self.pool.entries().len() + 10);
        out.u4(0xCAFE_BABE);
        out.u2(self.version.minor);
        out.u2(self.version.major);
        out.u2(self.pool.count());
        out.extend_from_slice(self.pool.entries());
        out.extend_from_slice(&body);
        Ok(out)
    }

    fn try_method(
        &mut self,
        access_flags: AccessFlags,
        name: &str,
        descriptor: &str,
        code: &Snippet,
    ) -> Result<(), AssembleError> {
        let (class, method) = (self.name.clone(), name.to_owned());
        if code.bytecode.len() > usize::from(u16::MAX) {
            return Err(AssembleError::CodeTooLong { class, method });
        }
        let Some(parsed) = MethodDescriptor::parse(Mutf8::new(descriptor.as_bytes())) else {
            return Err(AssembleError::Descriptor { class, method, descriptor: descriptor.to_owned() });
        };
        let receiver = u16::from(!access_flags.is_static());
        let mut out = Vec::new();
        self.member_header(access_flags, name, descriptor, &mut out);
        out.u2(1);
        out.u2(self.pool.utf8("Code"));
        let length_at = out.len();
        out.u4(0);
        out.u2(code.max_stack);
        out.u2(code.max_locals.max(parsed.parameter_slots().saturating_add(receiver)));
        out.u4(code.bytecode.len() as u32);
        out.extend_from_slice(&code.bytecode);
        out.u2(0);
        if code.frames.is_empty() || self.version.major < 50 {
            out.u2(0);
        } else {
            let this = (!access_flags.is_static()).then_some(class.as_bytes());
            let locals =
                entry_locals(this, name == "<init>", &parsed, &mut |name| self.pool.class_bytes(name));
            let mut frames = FrameWriter::default();
            for frame in &code.frames {
                let locals = locals.iter().chain(&frame.locals).copied().collect();
                frames.full(frame.position.into(), locals, frame.stack.clone());
            }
            out.u2(1);
            out.u2(self.pool.utf8("StackMapTable"));
            let table_at = out.len();
            out.u4(0);
            write_frames(&frames.frames, &mut out);
            patch_length(&mut out, table_at);
        }
        patch_length(&mut out, length_at);
        self.methods.push(out);
        Ok(())
    }

    fn member_header(&mut self, access_flags: AccessFlags, name: &str, descriptor: &str, out: &mut Vec<u8>) {
        out.u2(access_flags.0);
        out.u2(self.pool.utf8(name));
        out.u2(self.pool.utf8(descriptor));
    }
}
