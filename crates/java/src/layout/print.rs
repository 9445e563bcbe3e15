//! The printer of documents.

use super::{Doc, columns};

#[derive(Clone, Copy, PartialEq)]
enum Mode {
    Flat,
    Broken,
}

/// The documents still to be written, innermost last.
#[derive(Clone, Copy)]
enum Todo<'a> {
    Doc(&'a Doc),
    /// The rest of a fill, whose next document may go on this line or the next.
    Fill(&'a [Doc]),
    /// The end of the line, whatever the mode.
    NewLine,
    Space,
}

#[derive(Clone, Copy)]
struct Command<'a> {
    indent: usize,
    mode: Mode,
    todo: Todo<'a>,
}

impl<'a> Command<'a> {
    fn with(self, todo: Todo<'a>) -> Self {
        Command { todo, ..self }
    }
}

struct Printer<'a> {
    width: usize,
    out: String,
    /// Columns written on this line; what it is indented by is written with its first text.
    column: usize,
    line_indent: usize,
    stack: Vec<Command<'a>>,
}

/// Lays a document out in lines of this width where that can be done, and ends it with one newline.
pub(crate) fn print(doc: &Doc, width: usize) -> String {
    let first = Command { indent: 0, mode: Mode::Broken, todo: Todo::Doc(doc) };
    let mut printer = Printer { width, out: String::new(), column: 0, line_indent: 0, stack: vec![first] };
    while let Some(command) = printer.stack.pop() {
        printer.step(command);
    }
    let mut out = printer.out;
    out.truncate(out.trim_end_matches([' ', '\n']).len());
    out.push('\n');
    out
}

impl<'a> Printer<'a> {
    fn step(&mut self, command: Command<'a>) {
        let Command { indent, mode, .. } = command;
        match command.todo {
            Todo::NewLine => self.new_line(indent),
            Todo::Space => self.text(" "),
            Todo::Fill(docs) => self.fill(command, docs),
            Todo::Doc(doc) => match doc {
                Doc::Text(text) => self.text(text),
                Doc::Line if mode == Mode::Flat => self.text(" "),
                Doc::SoftLine if mode == Mode::Flat => {}
                Doc::Line | Doc::SoftLine => self.new_line(indent),
                Doc::Concat(docs) => self.push_all(command, docs),
                Doc::Group(doc) => {
                    let flat = Command { mode: Mode::Flat, ..command }.with(Todo::Doc(doc));
                    let fits = mode == Mode::Flat || self.fits(&[flat], true);
                    self.stack.push(if fits { flat } else { command.with(Todo::Doc(doc)) });
                }
                Doc::Broken(doc) => {
                    self.stack.push(Command { mode: Mode::Broken, indent, todo: Todo::Doc(doc) });
                }
                Doc::Nest(more, doc) => {
                    let more = if mode == Mode::Broken { *more } else { 0 };
                    self.stack.push(Command { indent: indent + more, mode, todo: Todo::Doc(doc) });
                }
                Doc::Fill(docs) => {
                    if let Some((first, rest)) = docs.split_first() {
                        self.stack.push(command.with(Todo::Fill(rest)));
                        self.push_filled(command, first, rest.is_empty());
                    }
                }
                Doc::Hang(more, doc) => self.hang(command, *more, doc),
                Doc::Block(more, lines) => {
                    let inner = Command { indent: indent + more, mode: Mode::Broken, todo: Todo::NewLine };
                    self.stack.push(command.with(Todo::NewLine));
                    for line in lines.iter().rev() {
                        self.stack.push(inner.with(Todo::Doc(line)));
                        self.stack.push(inner);
                    }
                }
                Doc::TextBlock(more, lines) => {
                    let indent = if self.column == 0 { self.line_indent } else { indent + more };
                    self.text("\"\"\"");
                    for line in lines {
                        self.new_line(indent);
                        if !line.is_empty() {
                            self.text(line);
                        }
                    }
                }
            },
        }
    }

    /// The rest of a fill: each document is put behind the one before if it fits there as a whole.
    fn fill(&mut self, command: Command<'a>, docs: &'a [Doc]) {
        let Some((first, rest)) = docs.split_first() else { return };
        let flat = Command { mode: Mode::Flat, ..command };
        let ahead = [flat.with(Todo::Doc(first)), flat.with(Todo::Space)];
        let is_last = rest.is_empty();
        let fits = command.mode == Mode::Flat || self.fits(&ahead, is_last);
        self.stack.push(command.with(Todo::Fill(rest)));
        if fits {
            self.stack.extend(ahead);
        } else {
            self.new_line(command.indent);
            self.push_filled(command, first, is_last);
        }
    }

    fn push_filled(&mut self, command: Command<'a>, doc: &'a Doc, is_last: bool) {
        let flat = Command { mode: Mode::Flat, ..command }.with(Todo::Doc(doc));
        let fits = command.mode == Mode::Flat || self.fits(&[flat], is_last);
        self.stack.push(if fits { flat } else { command.with(Todo::Doc(doc)) });
    }

    fn hang(&mut self, command: Command<'a>, more: usize, doc: &'a Doc) {
        let flat = Command { mode: Mode::Flat, ..command }.with(Todo::Doc(doc));
        if command.mode == Mode::Flat || self.fits(&[flat, flat.with(Todo::Space)], true) {
            self.stack.extend([flat, flat.with(Todo::Space)]);
            return;
        }
        let broken = command.with(Todo::Doc(doc));
        let below = Command { indent: command.indent + more, ..command };
        if doc.flat_width(self.width.saturating_sub(below.indent + 1)).is_some() {
            self.stack.extend([below.with(Todo::Doc(doc)), below.with(Todo::NewLine)]);
        } else if self.fits(&[broken, broken.with(Todo::Space)], true) {
            self.stack.extend([broken, broken.with(Todo::Space)]);
        } else {
            self.stack.extend([below.with(Todo::Doc(doc)), below.with(Todo::NewLine)]);
        }
    }

    /// Whether commands fit behind what this line holds, up to where a line certainly ends: within them, or
    /// within what comes after if that counts.
    fn fits(&self, ahead: &[Command<'a>], then_rest: bool) -> bool {
        let used = if self.column == 0 { self.line_indent } else { self.column };
        let Some(mut left) = self.width.checked_sub(used) else { return false };
        let mut rest = self.stack.len();
        let mut todo = ahead.to_vec();
        loop {
            let Some(command) = todo.pop() else {
                if !then_rest || rest == 0 {
                    return true;
                }
                rest -= 1;
                todo.push(self.stack[rest]);
                continue;
            };
            let taken = match command.todo {
                Todo::NewLine => return true,
                Todo::Space => 1,
                Todo::Fill([]) => 0,
                Todo::Fill(_) if command.mode == Mode::Broken => return true,
                Todo::Fill([first, others @ ..]) => {
                    todo.push(command.with(Todo::Fill(others)));
                    todo.push(command.with(Todo::Doc(first)));
                    1
                }
                Todo::Doc(doc) => match doc {
                    Doc::Text(text) => columns(text),
                    Doc::Line | Doc::SoftLine if command.mode == Mode::Broken => return true,
                    Doc::Line => 1,
                    Doc::SoftLine => 0,
                    Doc::Concat(docs) => {
                        todo.extend(docs.iter().rev().map(|doc| command.with(Todo::Doc(doc))));
                        0
                    }
                    Doc::Group(doc) | Doc::Nest(_, doc) => {
                        todo.push(command.with(Todo::Doc(doc)));
                        0
                    }
                    Doc::Broken(doc) => {
                        // A group that is broken anyway cannot be on one line with what is around it.
                        if command.mode == Mode::Flat {
                            return false;
                        }
                        todo.push(command.with(Todo::Doc(doc)));
                        0
                    }
                    Doc::Fill(docs) => match docs.split_first() {
                        Some((first, others)) => {
                            todo.push(command.with(Todo::Fill(others)));
                            todo.push(command.with(Todo::Doc(first)));
                            0
                        }
                        None => 0,
                    },
                    // Behind a broken hang a line may end, but what hangs may as well begin here.
                    Doc::Hang(..) if command.mode == Mode::Broken => return true,
                    Doc::Hang(_, doc) => {
                        todo.push(command.with(Todo::Doc(doc)));
                        1
                    }
                    Doc::Block(..) => return true,
                    Doc::TextBlock(..) => return left >= 3,
                },
            };
            match left.checked_sub(taken) {
                Some(now) => left = now,
                None => return false,
            }
        }
    }

    fn push_all(&mut self, command: Command<'a>, docs: &'a [Doc]) {
        self.stack.extend(docs.iter().rev().map(|doc| command.with(Todo::Doc(doc))));
    }

    fn text(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if self.column == 0 {
            self.out.extend(std::iter::repeat_n(' ', self.line_indent));
            self.column = self.line_indent;
        }
        self.out.push_str(text);
        self.column += columns(text);
    }

    fn new_line(&mut self, indent: usize) {
        // No line of source text ends in a space that means something: in a text block it is an escape.
        self.out.truncate(self.out.trim_end_matches(' ').len());
        self.out.push('\n');
        self.column = 0;
        self.line_indent = indent;
    }
}
