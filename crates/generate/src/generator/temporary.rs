//! Temporary paths of the recorded machine, which no other machine has.

use reenact_java::model::Literal;

use super::arrange::{Body, Piece};
use crate::literals::each;

/// Where systems have temporary files.
const PLACES: &[&str] = &["/tmp/", "/var/folders/", "\\AppData\\Local\\Temp\\", "/AppData/Local/Temp/"];

/// Digits that the JDK or a test framework gives a temporary name: `junit1234567`, `report8012345.txt`.
const FEWEST_DIGITS: usize = 5;

/// Returns the first path of a body below a temporary directory whose name was made up when the program ran. `/tmp/in.txt`
/// is one that a program or its author chose.
pub(super) fn temporary_path(body: &mut Body) -> Option<String> {
    let arrange = body.arrange.iter_mut().flat_map(|piece| match piece {
        Piece::Plain(statements) => statements,
        Piece::Part(part) => &mut part.inline,
    });
    let mut found = None;
    for statement in arrange.chain(&mut body.act).chain(&mut body.assert) {
        each(std::slice::from_mut(statement), &mut |literal, _, _| {
            if let Literal::String(text) = literal {
                found = found.take().or_else(|| in_text(&String::from_utf16_lossy(text)));
            }
        });
    }
    found
}

fn in_text(text: &str) -> Option<String> {
    PLACES.iter().find_map(|place| {
        text.match_indices(place).find_map(|(at, _)| {
            let is_path = |letter: char| !letter.is_whitespace() && !"\"'<>|;,".contains(letter);
            let start = text[..at].len()
                - text[..at]
                    .chars()
                    .rev()
                    .take_while(|letter| is_path(*letter))
                    .map(char::len_utf8)
                    .sum::<usize>();
            let end = text[at..].find(|letter| !is_path(letter)).map_or(text.len(), |length| at + length);
            let rest = &text[at + place.len()..end];
            let mut runs = rest.split(|letter: char| !letter.is_ascii_digit());
            runs.any(|run| run.len() >= FEWEST_DIGITS).then(|| text[start..end].to_owned())
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_were_made_up_are_found_and_others_are_not() {
        let path = |text| in_text(text);
        assert_eq!(path("/tmp/junit8012345/a.txt").as_deref(), Some("/tmp/junit8012345/a.txt"));
        assert_eq!(path("cannot read /tmp/x-1234567.csv: gone").as_deref(), Some("/tmp/x-1234567.csv:"));
        assert_eq!(
            path(r"C:\Users\a\AppData\Local\Temp\upload123456").as_deref(),
            Some(r"C:\Users\a\AppData\Local\Temp\upload123456"),
        );
        assert_eq!(
            path("/private/var/folders/x1/T/in99999"),
            Some("/private/var/folders/x1/T/in99999".into())
        );
        for other in ["/tmp/in.txt", "/tmp", "/tmp/2024", "/srv/tmpl/12345678", "a /tmp/b 1234567"] {
            assert_eq!(path(other), None, "{other}");
        }
    }
}
