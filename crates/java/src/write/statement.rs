//! Statements.

use super::Writer;
use super::expression::verbatim;
use crate::comment;
use crate::layout::Doc;
use crate::model::{Annotation, Catch, Expression, Local, Statement};

impl Writer<'_> {
    /// Statements in braces.
    pub(super) fn block(&mut self, statements: &[Statement]) -> Doc {
        let lines = self.lines(statements);
        self.braces(lines)
    }

    pub(super) fn braces(&self, lines: Vec<Doc>) -> Doc {
        if lines.is_empty() {
            return "{}".into();
        }
        Doc::Concat(vec!["{".into(), Doc::Block(self.style.indent, lines), "}".into()])
    }

    fn lines(&mut self, statements: &[Statement]) -> Vec<Doc> {
        let mut lines = Vec::new();
        let mut blank = false;
        for statement in statements {
            if *statement == Statement::Blank {
                blank = !lines.is_empty();
                continue;
            }
            if std::mem::take(&mut blank) {
                lines.push(Doc::nil());
            }
            match statement {
                Statement::Comment(text) => lines.extend(self.comment(text)),
                _ => lines.push(self.deeper(|writer| writer.statement(statement))),
            }
        }
        lines
    }

    /// A text as lines of comments.
    pub(super) fn comment(&self, text: &str) -> Vec<Doc> {
        let room = self.style.width.saturating_sub(20).max(30);
        let lines = comment::lines(text, room, self.style.ascii);
        lines.into_iter().map(|line| format!("// {line}").trim_end().to_owned().into()).collect()
    }

    fn statement(&mut self, statement: &Statement) -> Doc {
        use Statement as S;
        match statement {
            S::Local(local) => {
                let mut docs = self.above(&None, &local.annotations);
                // One without a value gets it later, maybe on several paths.
                let is_final = self.style.habits.final_locals && local.value.is_some();
                docs.extend([self.local(local, is_final), ";".into()]);
                Doc::Concat(docs)
            }
            S::Expression(expression) => Doc::Concat(vec![self.expression(expression), ";".into()]),
            S::Return(None) => "return;".into(),
            S::Return(Some(value)) => Doc::Concat(vec!["return ".into(), self.expression(value), ";".into()]),
            S::Throw(value) => Doc::Concat(vec!["throw ".into(), self.expression(value), ";".into()]),
            S::If { condition, then, otherwise } => self.if_statement(condition, then, otherwise),
            S::While { condition, body } => {
                let condition = self.expression(condition);
                Doc::Concat(vec!["while (".into(), condition, ") ".into(), self.block(body)])
            }
            S::ForEach { ty, name, of, body } => {
                let ty = self.ty(ty);
                let head = format!("for ({ty} {} : ", self.variable(name));
                let of = self.expression(of);
                Doc::Concat(vec![head.into(), of, ") ".into(), self.block(body)])
            }
            S::Count { name, from, below, body } => {
                let name = self.variable(name);
                let (from, below) = (self.expression(from), self.expression(below));
                Doc::Concat(vec![
                    format!("for (int {name} = ").into(),
                    from,
                    format!("; {name} < ").into(),
                    below,
                    format!("; {name}++) ").into(),
                    self.block(body),
                ])
            }
            S::Try { resources, body, catches, finally } => {
                self.try_statement(resources, body, catches, finally)
            }
            S::Block(body) => self.block(body),
            S::Class(class) => self.inner_class(class),
            S::Verbatim(code) => verbatim(code),
            // These are lines of their own, and never come here.
            S::Comment(_) | S::Blank => Doc::nil(),
        }
    }

    /// A declaration without its annotations and its semicolon.
    fn local(&mut self, local: &Local, is_final: bool) -> Doc {
        let is_final = if is_final || local.is_final { "final " } else { "" };
        let ty = self.ty(&local.ty);
        let mut docs = vec![format!("{is_final}{ty} {}", self.variable(&local.name)).into()];
        if let Some(value) = &local.value {
            docs.push(" =".into());
            docs.push(self.assigned(value));
        }
        Doc::Concat(docs)
    }

    pub(super) fn inline_annotations(&mut self, annotations: &[Annotation]) -> Vec<Doc> {
        annotations.iter().flat_map(|annotation| [self.annotation(annotation), " ".into()]).collect()
    }

    fn if_statement(&mut self, condition: &Expression, then: &[Statement], otherwise: &[Statement]) -> Doc {
        let condition = self.expression(condition);
        let mut docs = vec!["if (".into(), condition, ") ".into(), self.block(then)];
        match otherwise {
            [] => {}
            [chained @ Statement::If { .. }] => {
                docs.push(" else ".into());
                docs.push(self.deeper(|writer| writer.statement(chained)));
            }
            _ => {
                docs.push(" else ".into());
                docs.push(self.block(otherwise));
            }
        }
        Doc::Concat(docs)
    }

    fn try_statement(
        &mut self,
        resources: &[Local],
        body: &[Statement],
        catches: &[Catch],
        finally: &[Statement],
    ) -> Doc {
        let mut docs = vec!["try ".into()];
        if !resources.is_empty() {
            let resources: Vec<Doc> = resources
                .iter()
                .map(|resource| {
                    let mut docs = self.inline_annotations(&resource.annotations);
                    // Resources are final without the word (JLS 14.20.3).
                    docs.push(self.local(resource, false));
                    Doc::Concat(docs)
                })
                .collect();
            let separator = Doc::Concat(vec![";".into(), Doc::Line]);
            let lines = Doc::nest(self.continuation(), vec![Doc::join(resources, separator)]);
            docs.push(Doc::group(vec!["(".into(), lines, ") ".into()]));
        }
        docs.push(self.block(body));
        for catch in catches {
            let types = self.types(&catch.types).join(" | ");
            docs.push(format!(" catch ({types} {}) ", self.variable(&catch.name)).into());
            docs.push(self.block(&catch.body));
        }
        if !finally.is_empty() {
            docs.push(" finally ".into());
            docs.push(self.block(finally));
        }
        Doc::Concat(docs)
    }
}
