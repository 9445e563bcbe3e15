//! Class files with constants that javac does not write.

/// A class `D` with one method `static void m()` and fields and methods to refer to.
#[derive(Default)]
pub struct Assembly {
    pool: Vec<u8>,
    count: u16,
    bootstrap_methods: Vec<(u16, Vec<u16>)>,
    code: Vec<u8>,
}

impl Assembly {
    fn constant(&mut self, tag: u8, body: &[u8]) -> u16 {
        self.pool.push(tag);
        self.pool.extend_from_slice(body);
        self.count += 1;
        self.count
    }

    pub fn utf8(&mut self, text: &str) -> u16 {
        let body = [&(text.len() as u16).to_be_bytes()[..], text.as_bytes()].concat();
        self.constant(1, &body)
    }

    pub fn class(&mut self, name: &str) -> u16 {
        let name = self.utf8(name);
        self.constant(7, &name.to_be_bytes())
    }

    fn name_and_type(&mut self, name: &str, descriptor: &str) -> u16 {
        let (name, descriptor) = (self.utf8(name), self.utf8(descriptor));
        self.constant(12, &[name, descriptor].map(u16::to_be_bytes).concat())
    }

    /// A `MethodHandle` constant of a field (kinds 1 to 4) or of a class's method.
    pub fn handle(&mut self, kind: u8, class: &str, name: &str, descriptor: &str) -> u16 {
        let (class, name_and_type) = (self.class(class), self.name_and_type(name, descriptor));
        let tag = if kind <= 4 { 9 } else { 10 };
        let member = self.constant(tag, &[class, name_and_type].map(u16::to_be_bytes).concat());
        self.constant(15, &[&[kind][..], &member.to_be_bytes()].concat())
    }

    /// A row of `BootstrapMethods`.
    pub fn bootstrap(&mut self, handle: u16, arguments: &[u16]) -> u16 {
        self.bootstrap_methods.push((handle, arguments.to_vec()));
        self.bootstrap_methods.len() as u16 - 1
    }

    /// A `Dynamic` constant.
    pub fn dynamic(&mut self, bootstrap: u16) -> u16 {
        let name_and_type = self.name_and_type("constant", "Ljava/lang/Object;");
        self.constant(17, &[bootstrap, name_and_type].map(u16::to_be_bytes).concat())
    }

    /// An `InvokeDynamic` constant.
    pub fn invoke_dynamic(&mut self, bootstrap: u16) -> u16 {
        let name_and_type = self.name_and_type("call", "()V");
        self.constant(18, &[bootstrap, name_and_type].map(u16::to_be_bytes).concat())
    }

    /// Adds `ldc_w` and `pop`.
    pub fn load(&mut self, index: u16) {
        self.code.extend([&[0x13][..], &index.to_be_bytes(), &[0x57]].concat());
    }

    /// Adds `invokedynamic`.
    pub fn invoke(&mut self, index: u16) {
        self.code.extend([&[0xba][..], &index.to_be_bytes(), &[0, 0]].concat());
    }

    pub fn finish(mut self) -> Vec<u8> {
        self.code.push(0xb1);
        let (this, object) = (self.class("D"), self.class("java/lang/Object"));
        let (field, object_type) = (self.utf8("f"), self.utf8("Ljava/lang/Object;"));
        let (called, method, no_arguments) = (self.utf8("called"), self.utf8("m"), self.utf8("()V"));
        let (code_name, bootstrap_name) = (self.utf8("Code"), self.utf8("BootstrapMethods"));
        let mut bytes = vec![0xca, 0xfe, 0xba, 0xbe, 0, 0, 0, 61];
        let put = |bytes: &mut Vec<u8>, values: &[u16]| {
            values.iter().for_each(|value| bytes.extend(value.to_be_bytes()));
        };
        put(&mut bytes, &[self.count + 1]);
        bytes.append(&mut self.pool);
        put(&mut bytes, &[0x0420, this, object, 0]);
        put(&mut bytes, &[1, 0x0008, field, object_type, 0]);
        put(&mut bytes, &[2, 0x0400, called, no_arguments, 0]);
        put(&mut bytes, &[0x0008, method, no_arguments, 1, code_name]);
        bytes.extend((12 + self.code.len() as u32).to_be_bytes());
        put(&mut bytes, &[1, 0]);
        bytes.extend((self.code.len() as u32).to_be_bytes());
        bytes.append(&mut self.code);
        put(&mut bytes, &[0, 0]);
        let mut rows = Vec::new();
        put(&mut rows, &[self.bootstrap_methods.len() as u16]);
        for (handle, arguments) in &self.bootstrap_methods {
            put(&mut rows, &[*handle, arguments.len() as u16]);
            put(&mut rows, arguments);
        }
        put(&mut bytes, &[1, bootstrap_name]);
        bytes.extend((rows.len() as u32).to_be_bytes());
        bytes.append(&mut rows);
        bytes
    }
}
