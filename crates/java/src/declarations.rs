//! Finds the names of methods' parameters in a source file.
//!
//! Class files need not have them. This is not a parser: it follows braces and recognises the heads of declarations,
//! so that it reads code of any version, generated code and code that does not compile. Where it is in doubt it returns
//! nothing.

mod tokens;

use tokens::tokens;
pub(crate) use tokens::{Token, positions};

/// A method or constructor as it is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Internal name: `com/acme/Order$Line`.
    pub class: String,
    /// `<init>` for a constructor.
    pub name: String,
    pub parameters: Vec<DeclaredParameter>,
}

/// A parameter as it is declared.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeclaredParameter {
    /// The type's simple name, without type arguments and brackets; `None` for a type variable, which is whatever it
    /// is erased to.
    pub ty: Option<String>,
    /// Brackets and dots behind it.
    pub dimensions: usize,
    pub name: String,
}

/// The methods and constructors that a source file declares, members of nested classes included, those of local and
/// anonymous classes not.
pub fn declarations(source: &str) -> Vec<Declaration> {
    let mut scanner = Scanner { package: String::new(), scopes: Vec::new(), found: Vec::new() };
    let all = tokens(source);
    let mut head = 0;
    for (at, token) in all.iter().enumerate() {
        match token {
            Token::Symbol('{') => scanner.open(&all[head..at]),
            Token::Symbol('}') => {
                scanner.scopes.pop();
            }
            Token::Symbol(';') => scanner.end(&all[head..at]),
            _ => continue,
        }
        head = at + 1;
    }
    scanner.found
}

/// The names of a method's parameters, by its descriptor; `None` if no declaration fits, or several that differ.
pub fn parameter_names<'d>(
    declarations: &'d [Declaration],
    class: &str,
    method: &str,
    descriptor: &str,
) -> Option<Vec<&'d str>> {
    let types = descriptor_types(descriptor)?;
    let mut fitting = declarations.iter().filter(|declared| {
        declared.class == class
            && declared.name == method
            && declared.parameters.len() == types.len()
            && declared.parameters.iter().zip(&types).all(|(declared, ty)| fits(declared, ty))
    });
    let names = |declared: &'d Declaration| -> Vec<&'d str> {
        declared.parameters.iter().map(|parameter| parameter.name.as_str()).collect()
    };
    let first = names(fitting.next()?);
    fitting.all(|other| names(other) == first).then_some(first)
}

fn fits(declared: &DeclaredParameter, (simple, dimensions): &(String, usize)) -> bool {
    match &declared.ty {
        Some(ty) => ty == simple && declared.dimensions == *dimensions,
        None => *dimensions >= declared.dimensions && is_reference(simple, *dimensions - declared.dimensions),
    }
}

fn is_reference(simple: &str, dimensions: usize) -> bool {
    let primitives = ["int", "long", "boolean", "byte", "char", "short", "float", "double"];
    dimensions > 0 || !primitives.contains(&simple)
}

/// Simple names and dimensions of the parameters of a descriptor.
fn descriptor_types(descriptor: &str) -> Option<Vec<(String, usize)>> {
    let mut rest = descriptor.strip_prefix('(')?.split_once(')')?.0;
    let mut types = Vec::new();
    while !rest.is_empty() {
        let element = rest.trim_start_matches('[');
        let dimensions = rest.len() - element.len();
        let (simple, behind) = match element.strip_prefix('L') {
            Some(class) => {
                let (name, behind) = class.split_once(';')?;
                (name.rsplit(['/', '$']).next().unwrap_or(name), behind)
            }
            None => {
                let letter = element.chars().next()?;
                let name = match letter {
                    'I' => "int",
                    'J' => "long",
                    'Z' => "boolean",
                    'B' => "byte",
                    'C' => "char",
                    'S' => "short",
                    'F' => "float",
                    'D' => "double",
                    _ => return None,
                };
                (name, &element[letter.len_utf8()..])
            }
        };
        types.push((simple.to_owned(), dimensions));
        rest = behind;
    }
    Some(types)
}

/// Nested classes and type variables beyond these are ignored: without an end to them, names that are made of
/// all names around them would grow with the square of a source's length.
const DEEPEST: usize = 64;
const MOST_VARIABLES: usize = 256;

enum Scope<'s> {
    /// A class, by internal name, with the type variables that can be used in it.
    Class { name: String, variables: Vec<&'s str> },
    /// The body of a method, an initialiser, an array.
    Other,
}

struct Scanner<'s> {
    package: String,
    scopes: Vec<Scope<'s>>,
    found: Vec<Declaration>,
}

/// Words that a class's name follows.
const KINDS: [&str; 4] = ["class", "interface", "enum", "record"];

impl<'s> Scanner<'s> {
    /// A brace opens behind these tokens.
    fn open(&mut self, head: &[Token<'s>]) {
        let head = without_annotations(head);
        let scope = match self.scopes.last() {
            Some(Scope::Other) => Scope::Other,
            _ => match self.class(&head) {
                Some(class) => class,
                None => {
                    self.member(&head);
                    Scope::Other
                }
            },
        };
        self.scopes.push(scope);
    }

    /// A declaration without a body ends.
    fn end(&mut self, head: &[Token<'s>]) {
        match (self.scopes.last(), head) {
            (None, [Token::Word("package"), name @ ..]) => {
                let parts = name.iter().filter_map(|token| match token {
                    Token::Word(word) => Some(*word),
                    _ => None,
                });
                self.package = parts.collect::<Vec<_>>().join("/");
            }
            (Some(Scope::Class { .. }), head) => self.member(&without_annotations(head)),
            _ => {}
        }
    }

    /// The class whose body begins.
    fn class(&mut self, head: &[Token<'s>]) -> Option<Scope<'s>> {
        let at = (0..head.len()).find(|&at| {
            let is_kind = matches!(head[at], Token::Word(word) if KINDS.contains(&word));
            is_kind && matches!(head.get(at + 1), Some(Token::Word(_)))
        })?;
        // A method may be called `record`; before a class there are only modifiers.
        if head[..at].iter().any(|token| matches!(token, Token::Symbol('(' | '=' | '<'))) {
            return None;
        }
        let Token::Word(simple) = head[at + 1] else { return None };
        if self.scopes.len() >= DEEPEST {
            return Some(Scope::Other);
        }
        let (prefix, mut variables) = match self.scopes.last() {
            Some(Scope::Class { name, variables }) => (format!("{name}$"), variables.clone()),
            _ if self.package.is_empty() => (String::new(), Vec::new()),
            _ => (format!("{}/", self.package), Vec::new()),
        };
        let name = format!("{prefix}{simple}");
        let rest = &head[at + 2..];
        let behind = type_variables(rest, &mut variables);
        if matches!(head[at], Token::Word("record"))
            && let Some(parameters) = parameters(behind, &variables)
        {
            self.found.push(Declaration { class: name.clone(), name: "<init>".to_owned(), parameters });
        }
        Some(Scope::Class { name, variables })
    }

    /// A method or constructor, if these tokens are the head of one.
    fn member(&mut self, head: &[Token<'s>]) {
        let Some(Scope::Class { name: class, variables }) = self.scopes.last() else { return };
        let mut variables = variables.clone();
        let first = head.iter().position(|token| !is_modifier(token));
        let mut angles = 0usize;
        for (at, token) in head.iter().enumerate() {
            match token {
                // Type variables of the method itself are in front of everything but modifiers.
                Token::Symbol('<') if first == Some(at) => {
                    type_variables(&head[at..], &mut variables);
                    angles += 1;
                }
                Token::Symbol('<') => angles += 1,
                Token::Symbol('>') => angles = angles.saturating_sub(1),
                Token::Symbol('=') => return,
                Token::Symbol('(') if angles == 0 => {
                    let Some(Token::Word(name)) = at.checked_sub(1).and_then(|before| head.get(before))
                    else {
                        return;
                    };
                    let Some(parameters) = parameters(&head[at..], &variables) else { return };
                    let simple = class.rsplit(['/', '$']).next().unwrap_or(class);
                    let name = if *name == simple { "<init>" } else { *name };
                    let (class, name) = (class.clone(), name.to_owned());
                    self.found.push(Declaration { class, name, parameters });
                    return;
                }
                _ => {}
            }
        }
    }
}

fn is_modifier(token: &Token<'_>) -> bool {
    const MODIFIERS: [&str; 10] = [
        "public",
        "protected",
        "private",
        "static",
        "final",
        "abstract",
        "synchronized",
        "native",
        "default",
        "strictfp",
    ];
    matches!(token, Token::Word(word) if MODIFIERS.contains(word))
}

/// The tokens without annotations, `@interface` aside.
fn without_annotations<'s>(tokens: &[Token<'s>]) -> Vec<Token<'s>> {
    let mut kept = Vec::with_capacity(tokens.len());
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        if *token != Token::Symbol('@') || tokens.get(at + 1) == Some(&Token::Word("interface")) {
            kept.push(*token);
            at += 1;
            continue;
        }
        // A qualified name, and perhaps parentheses.
        at += 2;
        while tokens.get(at) == Some(&Token::Symbol('.')) {
            at += 2;
        }
        if tokens.get(at) == Some(&Token::Symbol('(')) {
            at += balanced(&tokens[at.min(tokens.len())..]).unwrap_or(tokens.len());
        }
    }
    kept
}

/// How many tokens it takes until the parenthesis that comes first is closed.
fn balanced(tokens: &[Token<'_>]) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Symbol('(') => depth += 1,
            Token::Symbol(')') => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            _ => {}
        }
    }
    None
}

/// Notes the type variables that the tokens begin with, and gives what is behind them.
fn type_variables<'t, 's>(tokens: &'t [Token<'s>], variables: &mut Vec<&'s str>) -> &'t [Token<'s>] {
    if tokens.first() != Some(&Token::Symbol('<')) {
        return tokens;
    }
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            Token::Symbol('<') => depth += 1,
            Token::Symbol('>') => {
                depth -= 1;
                if depth == 0 {
                    return &tokens[at + 1..];
                }
            }
            Token::Word(word)
                if depth == 1
                    && variables.len() < MOST_VARIABLES
                    && matches!(tokens[at - 1], Token::Symbol('<' | ',')) =>
            {
                variables.push(word);
            }
            _ => {}
        }
    }
    &[]
}

/// The parameters in the parentheses that the tokens begin with.
fn parameters(tokens: &[Token<'_>], variables: &[&str]) -> Option<Vec<DeclaredParameter>> {
    if tokens.first() != Some(&Token::Symbol('(')) {
        return None;
    }
    let inside = &tokens[1..balanced(tokens)? - 1];
    let mut parameters = Vec::new();
    let (mut angles, mut start) = (0usize, 0);
    for at in 0..=inside.len() {
        match inside.get(at) {
            Some(Token::Symbol('<')) => angles += 1,
            Some(Token::Symbol('>')) => angles = angles.saturating_sub(1),
            Some(Token::Symbol('(')) => return None,
            Some(Token::Symbol(',')) if angles > 0 => {}
            Some(Token::Symbol(',')) | None if at > start => {
                let part = without_annotations(&inside[start..at]);
                if part.last() != Some(&Token::Word("this")) {
                    parameters.push(parameter(&part, variables)?);
                }
                start = at + 1;
            }
            None if inside.is_empty() => {}
            Some(Token::Symbol(',')) | None => return None,
            _ => {}
        }
    }
    Some(parameters)
}

/// `final Map.Entry<K, V>[] name`
fn parameter(tokens: &[Token<'_>], variables: &[&str]) -> Option<DeclaredParameter> {
    let mut angles = 0usize;
    let (mut words, mut dimensions, mut dots) = (Vec::new(), 0, 0);
    for token in tokens {
        match token {
            Token::Symbol('<') => angles += 1,
            Token::Symbol('>') => angles = angles.checked_sub(1)?,
            _ if angles > 0 => {}
            Token::Symbol('[') => dimensions += 1,
            Token::Symbol('.') => dots += 1,
            Token::Word("final") => {}
            Token::Word(word) => words.push(*word),
            Token::Symbol(']') => {}
            Token::Symbol(_) => return None,
        }
    }
    // The three dots of a variable arity come in threes, those of a qualified name one before each word.
    let (name, ty) = words.split_last().map(|(name, ty)| (*name, ty))?;
    let qualifying = ty.len().checked_sub(1)?;
    match dots - qualifying.min(dots) {
        0 if dots == qualifying => {}
        3 => dimensions += 1,
        _ => return None,
    }
    let simple = *ty.last()?;
    let is_variable = qualifying == 0 && variables.contains(&simple);
    Some(DeclaredParameter {
        ty: (!is_variable).then(|| simple.to_owned()),
        dimensions,
        name: name.to_owned(),
    })
}

#[cfg(test)]
mod tests;
