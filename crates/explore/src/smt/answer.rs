//! Answers of a solver.

/// A solver's answer to a script.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The values in the order in which they were asked for: bits of a bit-vector, or an integer.
    Satisfied(Vec<i64>),
    Unsatisfiable,
    /// It gave up, or printed something else.
    Unknown,
}

impl Answer {
    /// Reads what a solver printed for `(check-sat)` and `(get-value (…))` of so many names.
    pub fn read(text: &str, count: usize) -> Answer {
        let text = text.trim_start();
        let verdict = text.split_whitespace().next().unwrap_or_default();
        match verdict {
            "unsat" => Answer::Unsatisfiable,
            "sat" => match values(&text[3..]) {
                Some(values) if values.len() == count => Answer::Satisfied(values),
                _ if count == 0 => Answer::Satisfied(Vec::new()),
                _ => Answer::Unknown,
            },
            _ => Answer::Unknown,
        }
    }
}

/// The values of `((name value) …)`, where a value is `#x…`, `#b…`, a number or `(- number)`.
fn values(text: &str) -> Option<Vec<i64>> {
    let mut tokens = tokens(text);
    let mut found = Vec::new();
    (tokens.next()? == "(").then_some(())?;
    loop {
        match tokens.next()? {
            ")" => return Some(found),
            "(" => {
                tokens.next()?;
                let value = match tokens.next()? {
                    "(" => {
                        (tokens.next()? == "-").then_some(())?;
                        let digits = tokens.next()?;
                        (tokens.next()? == ")").then_some(())?;
                        format!("-{digits}").parse().ok()?
                    }
                    plain => number(plain)?,
                };
                found.push(value);
                (tokens.next()? == ")").then_some(())?;
            }
            _ => return None,
        }
    }
}

fn number(text: &str) -> Option<i64> {
    if let Some(digits) = text.strip_prefix("#x") {
        return u64::from_str_radix(digits, 16).ok().map(|bits| bits as i64);
    }
    if let Some(digits) = text.strip_prefix("#b") {
        return u64::from_str_radix(digits, 2).ok().map(|bits| bits as i64);
    }
    text.parse().ok()
}

fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        let first = rest.chars().next()?;
        let end = match first {
            '(' | ')' => 1,
            _ => rest.find(|c: char| c.is_whitespace() || c == '(' || c == ')').unwrap_or(rest.len()),
        };
        let (token, after) = rest.split_at(end);
        rest = after;
        Some(token)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_all_forms_are_read() {
        let text = "sat\n((a #x0000002a)\n (b #b101)\n (c (- 7))\n (d 12))\n";
        assert_eq!(Answer::read(text, 4), Answer::Satisfied(vec![42, 5, -7, 12]));
        assert_eq!(Answer::read("unsat\n(error \"model is not available\")", 2), Answer::Unsatisfiable);
    }

    /// Protects the search from a solver that ends in the middle or prints an error.
    #[test]
    fn anything_else_is_unknown() {
        for text in
            ["", "unknown", "timeout", "sat", "sat ((a #x1)", "sat ((a foo))", "(error \"x\")", "sat (()"]
        {
            assert_eq!(Answer::read(text, 1), Answer::Unknown, "{text}");
        }
    }
}
