//! Words and line breaks that a project is used to: `final`, and operators at the ends or beginnings of lines.

use crate::declarations::{Token, positions};
use crate::outline::Outline;
use crate::style::Habits;

/// The share of declarations that have `final` where that is the habit, in percent. The others are assigned again, or are
/// an oversight.
const MOSTLY: usize = 60;

/// Fewer lines that end with an operator do not make a habit.
const LINES: usize = 3;

/// How many declarations and lines do what.
#[derive(Default)]
pub(super) struct Votes {
    locals: Finals,
    parameters: Finals,
    leading: usize,
    trailing: usize,
}

#[derive(Clone, Copy, Default)]
struct Finals {
    all: usize,
    with_word: usize,
}

impl Finals {
    fn add(&mut self, is_final: bool) {
        self.all += 1;
        self.with_word += usize::from(is_final);
    }

    fn is_habit(self) -> bool {
        self.all > 0 && self.with_word * 100 >= self.all * MOSTLY
    }
}

impl Votes {
    pub fn add(&mut self, source: &str, outline: &Outline<'_>) {
        for member in &outline.members {
            let tokens: Vec<Token<'_>> = positions(member.text).into_iter().map(|(_, token)| token).collect();
            self.parameters(&tokens);
            self.locals(&tokens);
        }
        for line in source.lines().map(str::trim).filter(|line| !line.starts_with(['*', '/'])) {
            let is_leading = ["+ ", "&& ", "|| "].iter().any(|operator| line.starts_with(operator));
            let is_trailing = [" +", " &&", " ||"].iter().any(|operator| line.ends_with(operator));
            self.leading += usize::from(is_leading);
            self.trailing += usize::from(is_trailing);
        }
    }

    pub fn winner(self) -> Habits {
        let final_locals = self.locals.is_habit();
        Habits {
            final_locals,
            // Tests without any parameter say nothing of them.
            final_parameters: if self.parameters.all == 0 {
                final_locals
            } else {
                self.parameters.is_habit()
            },
            trailing_operators: self.trailing > self.leading && self.trailing >= LINES,
        }
    }

    /// Counts the parameters of a method: words behind its name and `(`, or behind a comma.
    fn parameters(&mut self, tokens: &[Token<'_>]) {
        let Some(open) = opening(tokens) else { return };
        let mut depth = 0_usize;
        for (at, token) in tokens.iter().enumerate().skip(open) {
            match token {
                Token::Symbol('(' | '<' | '{') => depth += 1,
                Token::Symbol(')' | '>' | '}') => depth = depth.saturating_sub(1),
                _ => {}
            }
            if depth == 0 {
                return;
            }
            let is_first = depth == 1 && (at == open || *token == Token::Symbol(','));
            if let Some(Token::Word(word)) = tokens.get(at + 1).filter(|_| is_first) {
                self.parameters.add(*word == "final");
            }
        }
    }

    /// Counts the local variables that are declared with a value.
    fn locals(&mut self, tokens: &[Token<'_>]) {
        let body = opening(tokens).and_then(|open| {
            tokens[open..].iter().position(|token| *token == Token::Symbol('{')).map(|at| open + at)
        });
        let Some(body) = body else { return };
        let mut parentheses = 0_usize;
        for (at, token) in tokens.iter().enumerate().skip(body) {
            match token {
                Token::Symbol('(') => parentheses += 1,
                Token::Symbol(')') => parentheses = parentheses.saturating_sub(1),
                // Loops and resources declare theirs in parentheses; lambdas in parentheses are left out as well.
                Token::Symbol('{' | '}' | ';') if parentheses == 0 => match &tokens[at + 1..] {
                    [Token::Word("final"), rest @ ..] if is_local(rest) => self.locals.add(true),
                    rest if is_local(rest) => self.locals.add(false),
                    _ => {}
                },
                _ => {}
            }
        }
    }
}

/// Returns where the parameters of a method begin, by the first `(` that is not an annotation's and no value's.
fn opening(tokens: &[Token<'_>]) -> Option<usize> {
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        match token {
            Token::Symbol('@') => {
                at += 2;
                while tokens.get(at) == Some(&Token::Symbol('.')) {
                    at += 2;
                }
                if tokens.get(at) == Some(&Token::Symbol('(')) {
                    at = behind(tokens, at)?;
                }
            }
            Token::Symbol('(') => return Some(at),
            Token::Symbol('=' | ';' | '{') | Token::Word("class" | "interface" | "enum" | "record") => {
                return None;
            }
            _ => at += 1,
        }
    }
    None
}

/// Returns the position behind the parenthesis that closes one.
fn behind(tokens: &[Token<'_>], open: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(open) {
        match token {
            Token::Symbol('(') => depth += 1,
            Token::Symbol(')') => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

/// Whether tokens begin with a type, a name and `=`.
fn is_local(tokens: &[Token<'_>]) -> bool {
    let Some(Token::Word(first)) = tokens.first() else { return false };
    if matches!(*first, "return" | "throw" | "new" | "else" | "case" | "assert" | "this" | "super") {
        return false;
    }
    let mut at = 1;
    let mut angles = 0_usize;
    loop {
        match tokens.get(at) {
            Some(Token::Symbol('<')) => angles += 1,
            Some(Token::Symbol('>')) => angles = angles.saturating_sub(1),
            Some(Token::Symbol('.' | '[' | ']')) => {}
            Some(Token::Symbol('?' | ',' | '&')) if angles > 0 => {}
            Some(Token::Word(_)) if angles > 0 || tokens[at - 1] == Token::Symbol('.') => {}
            Some(Token::Word(_)) => break,
            _ => return false,
        }
        at += 1;
    }
    tokens.get(at + 1) == Some(&Token::Symbol('=')) && tokens.get(at + 2) != Some(&Token::Symbol('='))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn habits(members: &str) -> Habits {
        let source = format!("package a;\n\nclass A {{\n{members}\n}}\n");
        let mut votes = Votes::default();
        votes.add(&source, &Outline::of(&source).unwrap());
        votes.winner()
    }

    #[test]
    fn words_of_locals_and_parameters_are_learnt() {
        let with = habits(
            "@Test(timeout = 3)\nvoid a() { final int[] b = {1}; final Map<String, ? extends A.B> c = d(); int i = 0; i = 2; }\n\
             @ParameterizedTest void e(final List<A> f, @Nullable final String g) { for (int h = 0; ; ) { final A j = k; } }",
        );
        assert_eq!((with.final_locals, with.final_parameters), (true, true));
        let without = habits(
            "private static final int Z = m(1);\nvoid a(String b, int c) { A.B d = e; f(() -> { final int g = 1; }); b == c; }",
        );
        assert_eq!((without.final_locals, without.final_parameters), (false, false));
        let mixed = habits("void a(int b) { final int c = b; return; }");
        assert_eq!((mixed.final_locals, mixed.final_parameters), (true, false));
        let no_parameters = habits("void a() { final int c = 1; }");
        assert!(no_parameters.final_parameters);
        assert_eq!(habits("int a;"), Habits::default());
    }

    #[test]
    fn places_of_operators_are_learnt() {
        let behind = "a(\"b\" +\n\"c\" +\n\"d\");\nif (e &&\n f) {}\n";
        let before = "a(\"b\"\n+ \"c\"\n+ \"d\"\n+ \"e\"\n+ \"f\");\n";
        assert!(habits(&format!("void a() {{ {behind} }}")).trailing_operators);
        assert!(!habits(&format!("void a() {{ {behind}{before} }}")).trailing_operators);
        assert!(!habits("void a() { a(\"b\" +\n\"c\"); }\n/* a +\n * b +\n * c +\n */").trailing_operators);
    }
}
