//! The parts of a source file: comments above the package, imports, and the members of its class.
//!
//! Like [`crate::declarations`] this follows braces and is not a parser. A file of another form than one class gives
//! `None`, and is then left alone by its users.

use crate::declarations::{Token, positions};

/// The parts of a source file that declares one class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outline<'s> {
    /// Everything before the package, or before the imports if there is none.
    pub header: &'s str,
    /// `package` up to its semicolon; empty if there is none.
    pub package: &'s str,
    /// Each from `import` to its semicolon.
    pub imports: Vec<&'s str>,
    /// From behind the imports to the brace of the class.
    pub opening: &'s str,
    pub members: Vec<Member<'s>>,
    /// From behind the last member to the end.
    pub closing: &'s str,
}

/// A member of the class, with the blank lines and comments before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Member<'s> {
    /// The name of a method, field or nested class; empty for an initializer.
    pub name: &'s str,
    /// Whether JUnit runs it.
    pub is_test: bool,
    pub text: &'s str,
}

impl<'s> Outline<'s> {
    /// Finds the parts of a file. `None` if it has more or fewer top-level classes than one, or ends inside of it.
    pub fn of(source: &'s str) -> Option<Self> {
        let tokens = positions(source);
        let mut at = 0;
        let word = |at: usize| match tokens.get(at) {
            Some((_, Token::Word(word))) => Some(*word),
            _ => None,
        };
        let end_of = |from: usize| {
            let found = tokens[from..].iter().position(|(_, token)| *token == Token::Symbol(';'))?;
            Some((from + found + 1, tokens[from + found].0 + 1))
        };
        let header = &source[..tokens.first()?.0];
        let mut behind = header.len();
        let mut package = "";
        if word(at) == Some("package") {
            let start = tokens[at].0;
            (at, behind) = end_of(at)?;
            package = &source[start..behind];
        }
        let mut imports = Vec::new();
        while word(at) == Some("import") {
            let start = tokens[at].0;
            (at, behind) = end_of(at)?;
            imports.push(&source[start..behind]);
        }
        // Annotations of the class may have braces of their own, in parentheses.
        let mut depth = 0_usize;
        let brace = tokens[at..].iter().position(|(_, token)| {
            match token {
                Token::Symbol('(') => depth += 1,
                Token::Symbol(')') => depth = depth.saturating_sub(1),
                _ => {}
            }
            *token == Token::Symbol('{') && depth == 0
        })?;
        let mut body = Body { source, tokens: &tokens, at: at + brace + 1, from: tokens[at + brace].0 + 1 };
        let opening = &source[behind..body.from];
        let mut members = Vec::new();
        while let Some(member) = body.next_member() {
            members.push(member);
        }
        let is_end = tokens.get(body.at).is_some_and(|(_, token)| *token == Token::Symbol('}'));
        let is_last = body.at + 1 == tokens.len();
        let closing = &source[body.from..];
        (is_end && is_last).then_some(Outline { header, package, imports, opening, members, closing })
    }
}

/// The rest of a class.
struct Body<'s, 't> {
    source: &'s str,
    tokens: &'t [(usize, Token<'s>)],
    at: usize,
    /// Where the next member begins.
    from: usize,
}

impl<'s> Body<'s, '_> {
    /// `None` at the brace of the class, at the end of the file, and where neither a member nor an end is.
    fn next_member(&mut self) -> Option<Member<'s>> {
        let (mut braces, mut parentheses) = (0_usize, 0_usize);
        let mut is_value = false;
        for at in self.at..self.tokens.len() {
            let Token::Symbol(symbol) = self.tokens[at].1 else { continue };
            match symbol {
                '(' => parentheses += 1,
                ')' => parentheses = parentheses.saturating_sub(1),
                '{' => braces += 1,
                '}' if braces == 0 => return None,
                '}' => braces -= 1,
                '=' if braces == 0 && parentheses == 0 => is_value = true,
                _ => {}
            }
            // `int[] a = {1};` ends behind its semicolon.
            let is_end = symbol == ';' || (symbol == '}' && !is_value);
            if is_end && braces == 0 && parentheses == 0 {
                let tokens = &self.tokens[self.at..=at];
                let end = self.tokens[at].0 + 1;
                let text = &self.source[self.from..end];
                (self.at, self.from) = (at + 1, end);
                return Some(Member { name: name(tokens), is_test: is_test(tokens), text });
            }
        }
        None
    }
}

/// The name of a member, by the first parenthesis that is not an annotation's, or by `=`, `{` or `;`.
fn name<'s>(tokens: &[(usize, Token<'s>)]) -> &'s str {
    let mut last = "";
    let mut at = 0;
    while let Some((_, token)) = tokens.get(at) {
        match token {
            Token::Symbol('@') => at = behind_annotation(tokens, at),
            Token::Word("class" | "interface" | "enum" | "record") => {
                return match tokens.get(at + 1) {
                    Some((_, Token::Word(name))) => name,
                    _ => "",
                };
            }
            Token::Word(word) => {
                last = word;
                at += 1;
            }
            Token::Symbol('(' | '=' | '{' | ';') => return last,
            Token::Symbol(_) => at += 1,
        }
    }
    last
}

fn behind_annotation(tokens: &[(usize, Token<'_>)], at: usize) -> usize {
    let mut at = at + 1;
    while matches!(tokens.get(at), Some((_, Token::Word(_) | Token::Symbol('.'))))
        && !matches!(
            (tokens.get(at), tokens.get(at.wrapping_sub(1))),
            (Some((_, Token::Word(_))), Some((_, Token::Word(_))))
        )
    {
        at += 1;
    }
    if !matches!(tokens.get(at), Some((_, Token::Symbol('(')))) {
        return at;
    }
    let mut depth = 0_usize;
    for (position, (_, token)) in tokens.iter().enumerate().skip(at) {
        match token {
            Token::Symbol('(') => depth += 1,
            Token::Symbol(')') if depth == 1 => return position + 1,
            Token::Symbol(')') => depth -= 1,
            _ => {}
        }
    }
    tokens.len()
}

fn is_test(tokens: &[(usize, Token<'_>)]) -> bool {
    tokens.windows(2).any(|pair| {
        pair[0].1 == Token::Symbol('@')
            && matches!(pair[1].1, Token::Word("Test" | "ParameterizedTest" | "RepeatedTest" | "TestFactory"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "\
/* Licence; of { all }. */
package a.b;

import static x.Y.z;
import java.util.List;

/** A class { of tests }. */
@Tag({\"x\"})
class ATest {
    private static final int[] N = {1, 2};

    @Test
    void one() throws Exception {
        run(() -> { a(); }); // }
    }

    // Between.
    @ParameterizedTest
    @MethodSource(\"two_cases\")
    void two(int a) {
    }

    static List<String> two_cases() {
        return List.of(\"}\");
    }

    private static class Inner {
        int x;
    }
}
// end
";

    #[test]
    fn members_are_found_with_what_is_before_them() {
        let outline = Outline::of(SOURCE).unwrap();
        assert_eq!(outline.header, "/* Licence; of { all }. */\n");
        assert_eq!(outline.package, "package a.b;");
        assert_eq!(outline.imports, ["import static x.Y.z;", "import java.util.List;"]);
        let members: Vec<_> = outline.members.iter().map(|member| (member.name, member.is_test)).collect();
        let expected = [("N", false), ("one", true), ("two", true), ("two_cases", false), ("Inner", false)];
        assert_eq!(members, expected);
        assert!(outline.members[2].text.starts_with("\n\n    // Between."));
        assert_eq!(outline.closing, "\n}\n// end\n");
        let parts: String = outline.members.iter().map(|member| member.text).collect();
        assert!(SOURCE.ends_with(&format!("{}{parts}{}", outline.opening, outline.closing)));
    }

    #[test]
    fn other_files_have_no_outline() {
        for source in ["", "package a;", "class A { void m() {", "class A {} class B {}", "}"] {
            assert_eq!(Outline::of(source), None, "{source}");
        }
    }
}
