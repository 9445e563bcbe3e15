//! Listing the libraries of a module whose own settings of the dependency plugin leave some of them out.
//!
//! Settings in a POM hold for every goal of a plugin, and no option of the command undoes them. So Maven is asked about another
//! POM, outside of the project, that has the module's dependencies and none of its plugins.

use std::path::Path;
use std::{fs, io};

use super::super::xml::Element;

/// The parts of a POM that its dependencies are found by.
const KEPT: [&str; 7] = [
    "modelVersion",
    "groupId",
    "artifactId",
    "version",
    "repositories",
    "dependencyManagement",
    "dependencies",
];

/// Writes a POM with the dependencies of a project in an effective POM.
pub(super) fn write(project: &Element, file: &Path) -> io::Result<()> {
    let mut text = String::from("<project>");
    for child in project.children.iter().filter(|child| KEPT.contains(&&*child.name)) {
        append(child, &mut text);
    }
    text.push_str("</project>\n");
    fs::write(file, text)
}

fn append(element: &Element, text: &mut String) {
    text.push_str(&format!("<{}>", element.name));
    for character in element.text.chars() {
        match character {
            '<' => text.push_str("&lt;"),
            '&' => text.push_str("&amp;"),
            other => text.push(other),
        }
    }
    for child in &element.children {
        append(child, text);
    }
    text.push_str(&format!("</{}>", element.name));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pom_keeps_its_dependencies_and_loses_its_plugins() {
        let project = Element::parse(
            "<project><modelVersion>4.0.0</modelVersion><artifactId>a</artifactId><build><plugins/></build>
             <dependencies><dependency><artifactId>b &amp; c</artifactId></dependency></dependencies></project>",
        )
        .unwrap();
        let directory = tempfile::tempdir().unwrap();
        let file = directory.path().join("pom.xml");
        write(&project, &file).unwrap();
        assert_eq!(
            fs::read_to_string(file).unwrap(),
            "<project><modelVersion>4.0.0</modelVersion><artifactId>a</artifactId><dependencies><dependency>\
             <artifactId>b &amp; c</artifactId></dependency></dependencies></project>\n"
        );
    }
}
