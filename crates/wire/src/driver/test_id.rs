//! Names of tests.

use std::fmt;
use std::str::FromStr;

/// A test: a method of a class, which the class may have inherited. Written `pkg.Class#method`, with the
/// types of parameters behind it if the name alone is not enough.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TestId {
    /// The class's binary name, such as `com.acme.ShopTest$Nested`.
    pub class: String,
    /// The method's name.
    pub method: String,
    /// The types of its parameters as `Class.getName` gives them, such as `int` and `[Ljava.lang.String;`.
    /// `None` means every test with this name.
    pub parameters: Option<Vec<String>>,
}

impl TestId {
    /// Every test of a class with this name; mostly that is one.
    pub fn new(class: impl Into<String>, method: impl Into<String>) -> Self {
        TestId { class: class.into(), method: method.into(), parameters: None }
    }
}

impl fmt::Display for TestId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.class, self.method)?;
        match &self.parameters {
            Some(types) => write!(f, "({})", types.join(", ")),
            None => Ok(()),
        }
    }
}

/// A string that names no test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TestIdError {
    /// The string.
    pub text: String,
}

impl fmt::Display for TestIdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` names no test; write it as pkg.Class#method", self.text)
    }
}

impl std::error::Error for TestIdError {}

impl FromStr for TestId {
    type Err = TestIdError;

    fn from_str(text: &str) -> Result<Self, TestIdError> {
        let error = || TestIdError { text: text.to_owned() };
        let (class, rest) = text.split_once('#').ok_or_else(error)?;
        // Kotlin's names of methods may hold nearly anything, so only a list at the very end is one.
        let (method, parameters) = match rest.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
            Some((method, types)) => {
                let types = types.split(',').map(str::trim).filter(|name| !name.is_empty());
                (method, Some(types.map(str::to_owned).collect()))
            }
            None => (rest, None),
        };
        if class.is_empty() || method.is_empty() {
            return Err(error());
        }
        Ok(TestId { class: class.to_owned(), method: method.to_owned(), parameters })
    }
}
