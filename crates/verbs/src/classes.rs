//! `reenact classes`: the class model of a program, a class or a method.

mod card;
mod summary;

use std::path::PathBuf;

use reenact_base::finding::Finding;
use reenact_base::name::BinaryName;
use reenact_base::spelling::distance;
use reenact_jvm::class_path::ClassPath;
use reenact_report::classes::{Class, Methods, Program};
use reenact_world::{ClassView, World};

use crate::Progress;
use crate::subject::{LoadError, LoadedProgram, choose_jdk};

/// The program to read.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Class directories, jars, WARs or Spring Boot jars.
    pub targets: Vec<PathBuf>,
    /// Further class path of the targets, as `java -cp` takes it.
    pub class_path: Option<String>,
    /// The JDK whose classes stand beside them; the newest one found unless given.
    pub jdk: Option<PathBuf>,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Load(#[from] LoadError),
    #[error("no class {name} in {targets}{nearest}")]
    NoClass { name: String, targets: String, nearest: String },
    #[error("class {class} declares no method {method}{nearest}")]
    NoMethod { class: String, method: String, nearest: String },
}

/// One class or all overloads of one method.
pub enum Card {
    Class(Box<Class>),
    Methods(Methods),
}

/// A program that can be asked about its classes.
pub struct ProgramModel {
    program: LoadedProgram,
    targets: Vec<String>,
}

impl ProgramModel {
    /// Reads the targets, their class path and the JDK.
    pub fn read(options: &Options, progress: &dyn Progress) -> Result<Self, Error> {
        let jdk = choose_jdk(options.jdk.as_deref(), progress)?;
        let class_path = options.class_path.as_deref().map(ClassPath::parse);
        let program = LoadedProgram::load(jdk, &options.targets, class_path.as_ref(), progress)?;
        let targets = options.targets.iter().map(|target| target.display().to_string()).collect();
        Ok(ProgramModel { program, targets })
    }

    /// Returns the report of the whole program.
    pub fn summary(&self, progress: &dyn Progress) -> Program {
        summary::summary(self, progress)
    }

    /// Returns the report of `pkg.Class` or `pkg.Class#method`.
    pub fn show(&self, name: &str, progress: &dyn Progress) -> Result<Card, Error> {
        let (class_name, method) = match name.split_once('#') {
            Some((class, method)) => (class, Some(method)),
            None => (name, None),
        };
        let internal = BinaryName::new(class_name).to_internal();
        let class = self.world().class(internal.as_str()).ok_or_else(|| self.no_class(class_name))?;
        progress.step("finding callers");
        match method {
            None => Ok(Card::Class(Box::new(card::class(self.world(), class)))),
            Some(method) => card::methods(self.world(), class, method).map(Card::Methods),
        }
    }

    /// The world itself.
    pub fn world(&self) -> &World {
        &self.program.world
    }

    /// Which containers of the world hold the targets' own classes.
    pub(crate) fn own(&self) -> &[usize] {
        &self.program.targets
    }

    /// Returns the problems of reading.
    pub(crate) fn findings(&self) -> &[Finding] {
        &self.program.findings
    }

    /// The version of the JDK beside the targets.
    pub(crate) fn jdk_version(&self) -> String {
        self.program.jdk.version.full.clone()
    }

    /// The classes of the targets themselves.
    pub(crate) fn own_classes(&self) -> impl Iterator<Item = ClassView<'_>> {
        self.world().classes().filter(|&class| self.is_own(class))
    }

    fn is_own(&self, class: ClassView<'_>) -> bool {
        use reenact_base::Id;
        self.program.targets.contains(&class.container().index())
    }

    fn no_class(&self, name: &str) -> Error {
        let own = self.world().classes().filter(|&class| self.is_own(class)).map(ClassView::binary_name);
        let nearest = nearest(name, own);
        Error::NoClass { name: name.to_owned(), targets: self.targets.join(", "), nearest }
    }
}

/// `; did you mean …?`, with the candidate that shares the last part of the name, or is nearest in
/// spelling; empty if none is near.
pub(crate) fn nearest(name: &str, candidates: impl Iterator<Item = String>) -> String {
    let simple = |name: &str| name.rsplit(['.', '$', '#']).next().unwrap_or_default().to_lowercase();
    let wanted = simple(name);
    let scored = candidates.map(|candidate| (distance(&wanted, &simple(&candidate)), candidate));
    match scored.min() {
        Some((distance, candidate)) if distance <= (wanted.len() / 3).max(2) => {
            format!("; did you mean {candidate}?")
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_offered_only_if_it_is_near() {
        let names = || ["shop.Order", "shop.Customer"].map(str::to_owned).into_iter();
        assert_eq!(nearest("Order", names()), "; did you mean shop.Order?");
        assert_eq!(nearest("shop.Costumer", names()), "; did you mean shop.Customer?");
        assert_eq!(nearest("shop.Warehouse", names()), "");
    }
}
