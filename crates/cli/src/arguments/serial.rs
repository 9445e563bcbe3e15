//! Arguments of `reenact serial`.

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use reenact_verbs::serial::{self, ExportOptions, ImportOptions, Options};

use super::output::Output;

#[derive(Args)]
pub struct Serial {
    #[command(subcommand)]
    pub action: Action,
}

#[derive(Subcommand)]
pub enum Action {
    /// Show every version of the serial form of a class
    Describe(Describe),

    /// Check declared serial forms, and audit Java serialization
    Check(Check),

    /// Suggest a serial form for a class that declares none: a patch, and the steps of the migration
    Suggest(Describe),

    /// Write recorded objects as JSON, XML, CBOR or plain Java
    Export(Export),

    /// Read a document, and write the Java that makes its data
    Import(Import),
}

/// The program: options of all actions that read one.
#[derive(Args)]
pub struct Program {
    /// Add these libraries of the targets, as in `java -cp`
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
    class_path: Option<String>,

    /// Use the JDK in this directory [default: JAVA_HOME or the newest]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    /// Do not let build tools use the network
    #[arg(long)]
    offline: bool,

    /// Use members as code in this package could [default: as code elsewhere]
    #[arg(long, value_name = "PACKAGE")]
    from: Option<String>,
}

impl Program {
    fn options(&self, targets: &[PathBuf]) -> Options {
        Options {
            targets: targets.to_vec(),
            class_path: self.class_path.clone(),
            jdk: self.jdk.clone(),
            offline: self.offline,
            caller: self.from.clone(),
        }
    }
}

#[derive(Args)]
pub struct Describe {
    /// Show the form of this class, by its binary name
    #[arg(value_name = "CLASS")]
    pub class: String,

    /// Read these class directories, jars, WARs, Spring Boot jars, or Maven and Gradle projects
    #[arg(value_name = "TARGET", default_value = ".")]
    targets: Vec<PathBuf>,

    #[command(flatten)]
    program: Program,

    #[command(flatten)]
    pub output: Output,
}

impl Describe {
    pub fn options(&self) -> Options {
        self.program.options(&self.targets)
    }
}

#[derive(Args)]
pub struct Check {
    /// Read these class directories, jars, WARs, Spring Boot jars, or Maven and Gradle projects
    #[arg(required = true, value_name = "TARGET")]
    targets: Vec<PathBuf>,

    #[command(flatten)]
    program: Program,

    #[command(flatten)]
    pub output: Output,
}

impl Check {
    pub fn options(&self) -> Options {
        self.program.options(&self.targets)
    }
}

#[derive(Args)]
pub struct Export {
    /// Read these recordings: directories that `reenact record` wrote
    #[arg(required = true, value_name = "RECORDING")]
    recordings: Vec<PathBuf>,

    /// Write this encoding
    #[arg(long = "as", value_enum, value_name = "ENCODING")]
    encoding: Encoding,

    /// Write only objects of this class [default: of all classes of the program]
    #[arg(long, value_name = "CLASS")]
    class: Option<String>,

    /// Write only objects of this invocation
    #[arg(long, value_name = "ID")]
    invocation: Option<u64>,

    /// Write files to this directory [default: the first object to standard output]
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,

    /// Limit the files that are written
    #[arg(long, value_name = "N", default_value_t = 100)]
    limit: usize,

    /// Use this class path of the program, as in `java -cp` [default: the recorded one]
    #[arg(long = "classpath", visible_alias = "class-path", value_name = "PATHS")]
    class_path: Option<String>,

    /// Use the JDK in this directory [default: that of the recording]
    #[arg(long, value_name = "HOME")]
    jdk: Option<PathBuf>,

    #[command(flatten)]
    pub output: Output,
}

impl Export {
    pub fn options(&self) -> ExportOptions {
        ExportOptions {
            recordings: self.recordings.clone(),
            encoding: self.encoding.into(),
            class: self.class.clone(),
            invocation: self.invocation,
            out: self.out.clone(),
            limit: if self.out.is_some() { self.limit } else { 1 },
            class_path: self.class_path.clone(),
            jdk: self.jdk.clone(),
        }
    }
}

#[derive(Args)]
pub struct Import {
    /// Read this document
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Read the classes of these class directories, jars, or Maven and Gradle projects
    #[arg(value_name = "TARGET", default_value = ".")]
    targets: Vec<PathBuf>,

    /// Read this encoding [default: by the file's extension]
    #[arg(long, value_enum, value_name = "ENCODING")]
    from_encoding: Option<Encoding>,

    /// Write this encoding
    #[arg(long = "as", value_enum, value_name = "ENCODING", default_value_t = Encoding::Java)]
    encoding: Encoding,

    /// Allow only these classes in the document [default: all with a serial form]
    #[arg(long = "allow", value_name = "CLASS")]
    allowed: Vec<String>,

    /// Limit the seconds that reading takes
    #[arg(long, value_name = "SECONDS", default_value_t = 60)]
    max_time: u64,

    #[command(flatten)]
    program: Program,
}

impl Import {
    pub fn options(&self) -> ImportOptions {
        ImportOptions {
            file: self.file.clone(),
            encoding: self.from_encoding.map(Into::into),
            to: self.encoding.into(),
            allowed: self.allowed.clone(),
            program: self.program.options(&self.targets),
            seconds: self.max_time,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Encoding {
    /// JSON (RFC 8259)
    Json,
    /// XML
    Xml,
    /// CBOR (RFC 8949)
    Cbor,
    /// The body of a Java method
    Java,
}

impl From<Encoding> for serial::Encoding {
    fn from(encoding: Encoding) -> Self {
        match encoding {
            Encoding::Json => serial::Encoding::Json,
            Encoding::Xml => serial::Encoding::Xml,
            Encoding::Cbor => serial::Encoding::Cbor,
            Encoding::Java => serial::Encoding::Java,
        }
    }
}

pub const HELP: &str = "\
Examples:
  reenact serial describe com.acme.Range target/classes
  reenact serial describe java.time.LocalDate .
  reenact serial suggest com.acme.Order .               a patch for its source
  reenact serial check target/classes --classpath 'lib/*'
  reenact serial check app.jar --format sarif > serial.sarif
  reenact serial check . --format html > serial.html
  reenact serial export shop.rec --as json --class com.acme.Order
  reenact serial export shop.rec --as xml --out data
  reenact serial import order.json target/classes        the Java that makes it
  reenact serial import order.json app.jar --allow com.acme.Order
";
