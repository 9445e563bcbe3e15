//! Words and symbols; comments, texts and numbers are left out.

/// A word, or a character that is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Token<'s> {
    Word(&'s str),
    Symbol(char),
}

pub(super) fn tokens(source: &str) -> Vec<Token<'_>> {
    positions(source).into_iter().map(|(_, token)| token).collect()
}

/// The same with the byte that each begins at.
pub(crate) fn positions(source: &str) -> Vec<(usize, Token<'_>)> {
    let mut tokens = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let at = source.len() - rest.len();
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            '"' if rest.starts_with("\"\"\"") => 3 + quoted(&rest[3..], "\"\"\""),
            '"' => 1 + quoted(&rest[1..], "\""),
            '\'' => 1 + quoted(&rest[1..], "'"),
            first if is_word(first) => {
                let end = rest.find(|char| !is_word(char)).unwrap_or(rest.len());
                if !first.is_numeric() {
                    tokens.push((at, Token::Word(&rest[..end])));
                }
                end
            }
            first => {
                if !first.is_whitespace() {
                    tokens.push((at, Token::Symbol(first)));
                }
                first.len_utf8()
            }
        };
        rest = &rest[length..];
    }
    tokens
}

fn is_word(char: char) -> bool {
    char.is_alphanumeric() || char == '_' || char == '$'
}

/// How long a text is, its closing quotes included. One in single or double quotes ends with its line, whatever it is.
fn quoted(text: &str, quotes: &str) -> usize {
    let mut at = 0;
    while let Some(first) = text[at..].chars().next() {
        match first {
            _ if text[at..].starts_with(quotes) => return at + quotes.len(),
            '\\' => at += 1 + text[at + 1..].chars().next().map_or(0, char::len_utf8),
            '\n' if quotes.len() == 1 => return at,
            first => at += first.len_utf8(),
        }
    }
    text.len()
}
