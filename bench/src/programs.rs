//! Third-party programs, and what is needed to run them.

pub mod http;
pub mod petclinic;
pub mod sql;
pub mod subjects;

use crate::Result;
use crate::environment::Environment;

/// A document with fonts, images and forms, made by PDFBox itself. The path of the file.
pub fn pdf_document(environment: &Environment, pages: u32) -> Result<std::path::PathBuf> {
    let file = environment.path("document.pdf");
    environment.run(environment.driver("PdfDocument").arg(&file).arg(pages.to_string()))?;
    Ok(file)
}
