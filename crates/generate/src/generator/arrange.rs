//! The objects that a call needs, in one piece or in several.

use reenact_heap::Forms;
use reenact_java::estimate::{METHOD_LIMIT, bytecode_size};
use reenact_java::model::{ClassDeclaration, CompilationUnit, Expression, Member, Method, Statement, Type};
use reenact_java::names::{self, NameScope};
use reenact_java::{Style, render};
use reenact_rebuild::plan::{ObjectId, Operand, Plan};
use rustc_hash::{FxHashMap, FxHashSet};

use super::Work;
use crate::code::{Act, Apart, Draft, Wishes, Written, split, write};
use crate::fit::fit;
use crate::options::Options;
use crate::refusal::Refusal;
use crate::types::Ty;

/// Columns of an argument that is written in place.
const WIDEST_ARGUMENT: usize = 44;

/// Steps that may be worth a method of their own.
const FEWEST_STEPS: usize = 3;

/// Statements that are worth a method if several tests have them.
const FEWEST_STATEMENTS: usize = 3;

/// The objects that must be variables.
pub(super) struct Pins {
    pub roots: Vec<bool>,
    pub objects: FxHashSet<ObjectId>,
}

impl Pins {
    /// Keeps a root; two roots that are one object are one variable.
    pub fn root(&mut self, plan: &Plan, root: usize) {
        if let Some(pinned) = self.roots.get_mut(root) {
            *pinned = true;
        }
        if let Some(Operand::Object(object)) = plan.roots.get(root) {
            self.objects.insert(*object);
        }
    }
}

/// A test's statements, with the parts marked that can be methods.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Body {
    pub arrange: Vec<Piece>,
    pub act: Vec<Statement>,
    pub assert: Vec<Statement>,
    /// Call and claim in one statement, for a test that has little else.
    pub brief: Option<Statement>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) enum Piece {
    Plain(Vec<Statement>),
    Part(Box<Part>),
}

/// Statements that make one object, and nothing that other statements use.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Part {
    pub variable: String,
    pub inline: Vec<Statement>,
    pub helper: Helper,
}

/// A method that makes an object.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Helper {
    /// Its name unless another has it.
    pub name: String,
    pub returns: Type,
    pub body: Vec<Statement>,
    pub throws: Vec<Type>,
}

impl Body {
    /// All statements, where `outlined` says what is called for a part instead of its statements.
    pub fn statements(&self, outlined: impl Fn(&Part) -> Option<String>) -> Vec<Statement> {
        let mut arrange = Vec::new();
        for piece in &self.arrange {
            match piece {
                Piece::Plain(statements) => arrange.extend(statements.iter().cloned()),
                Piece::Part(part) => match outlined(part) {
                    Some(helper) => {
                        let call = Expression::call_own(&helper, Vec::new());
                        arrange.push(Statement::local(part.helper.returns.clone(), &part.variable, call));
                    }
                    None => arrange.extend(part.inline.iter().cloned()),
                },
            }
        }
        match &self.brief {
            Some(brief) if arrange.len() < 2 => sections(arrange, Vec::new(), vec![brief.clone()]),
            _ => sections(arrange, self.act.clone(), self.assert.clone()),
        }
    }

    pub fn parts(&self) -> impl Iterator<Item = &Part> {
        self.arrange.iter().filter_map(|piece| match piece {
            Piece::Part(part) => Some(&**part),
            Piece::Plain(_) => None,
        })
    }

    /// Whether it can be written within the JVM's limits.
    pub fn can_fit(&self) -> bool {
        let fits = |statements: Vec<Statement>| fit(statements, &[], &mut NameScope::new()).is_some();
        fits(self.statements(|part| Some(part.helper.name.clone())))
            && self.parts().all(|part| fits(part.helper.body.clone()))
    }

    /// About how many lines it takes, those of its parts included.
    pub fn lines(&self, options: &Options) -> usize {
        let method = Method::new(Type::Void, "test", self.statements(|_| None));
        let unit = CompilationUnit {
            package: String::new(),
            header: None,
            taken_types: Default::default(),
            taken_methods: Default::default(),
            types: vec![ClassDeclaration {
                name: "Test".to_owned(),
                members: vec![Member::Method(method)],
                ..ClassDeclaration::default()
            }],
        };
        let style = Style { release: options.release, width: options.width, ..Style::default() };
        // Statements that cannot be rendered are reported when they are rendered.
        let is_import = |line: &&str| !line.starts_with("class");
        render(&unit, &style).map_or(0, |text| text.lines().skip_while(is_import).count())
    }

    /// Whether it can be written without methods for its parts.
    pub fn can_be_whole(&self) -> bool {
        bytecode_size(&self.statements(|_| None)) < METHOD_LIMIT
    }
}

impl Part {
    /// Whether it is worth a method when this many tests have it.
    pub fn is_worth(&self, longest_inline: usize, tests: usize) -> bool {
        let length = length(&self.inline);
        length > longest_inline || tests > 1 && length >= FEWEST_STATEMENTS
    }
}

/// How long statements are: the members of classes within them count as well.
fn length(statements: &[Statement]) -> usize {
    fn members(expression: &Expression) -> usize {
        match expression {
            Expression::New(new) => {
                let own = new.body.as_ref().map_or(0, |body| 2 * body.len());
                own + new.arguments.iter().map(members).sum::<usize>()
            }
            _ => 0,
        }
    }
    let members = statements.iter().map(|statement| match statement {
        Statement::Local(local) => local.value.as_ref().map_or(0, members),
        _ => 0,
    });
    statements.len() + members.sum::<usize>()
}

/// Sections are separated by empty lines, and by comments where the arrangement is long.
fn sections(arrange: Vec<Statement>, act: Vec<Statement>, assert: Vec<Statement>) -> Vec<Statement> {
    let is_commented = arrange.len() > 1;
    let headings = match (act.is_empty(), assert.is_empty()) {
        (false, false) => ["Arrange", "Act", "Assert"],
        (true, _) => ["Arrange", "", "Act and assert"],
        (_, true) => ["Arrange", "Act and assert", ""],
    };
    let mut body = Vec::new();
    for (heading, statements) in headings.into_iter().zip([arrange, act, assert]) {
        if statements.is_empty() {
            continue;
        }
        if !body.is_empty() {
            body.push(Statement::Blank);
        }
        if is_commented {
            body.push(Statement::comment(heading));
        }
        body.extend(statements);
    }
    body
}

/// The arrangement of a test.
pub(super) struct Arranged {
    pub pieces: Vec<Piece>,
    pub written: Written,
}

impl Work<'_, '_> {
    /// Writes what the call needs, and the call.
    pub(super) fn arrange(
        &self,
        act: &Act,
        plan: &Plan,
        before: &Forms<'_>,
        root_names: &[String],
        pins: &Pins,
        draft: &mut Draft,
    ) -> Result<Arranged, Refusal> {
        let apart = split(plan, &pins.objects, FEWEST_STEPS);
        let mut pieces = Vec::new();
        let mut placed: FxHashMap<ObjectId, (String, Ty)> = FxHashMap::default();
        let mut done: FxHashSet<usize> = FxHashSet::default();
        for part in &apart {
            let Some((piece, object, variable)) = self.part(act, part, before, root_names, pins, draft)
            else {
                continue;
            };
            done.insert(part.root);
            placed.insert(object, variable);
            pieces.push(Piece::Part(Box::new(piece)));
        }
        // Parts that cannot be methods are put back.
        let rest = without(plan, apart.iter().filter(|part| done.contains(&part.root)));
        let wishes = Wishes {
            root_names,
            placed: Some(&placed),
            pinned_roots: &pins.roots,
            pinned: Some(&pins.objects),
            root_width: WIDEST_ARGUMENT,
            call: Some(act),
            writes_call: true,
            ..Wishes::default()
        };
        let written = write(self.scene, &rest, before, &wishes, draft)?;
        let statements = std::mem::take(&mut draft.statements);
        if !statements.is_empty() {
            pieces.push(Piece::Plain(statements));
        }
        draft.free_names();
        Ok(Arranged { pieces, written })
    }

    /// A root's own objects, inline and as a method; `None` if they are not worth it.
    fn part(
        &self,
        act: &Act,
        apart: &Apart,
        before: &Forms<'_>,
        root_names: &[String],
        pins: &Pins,
        draft: &mut Draft,
    ) -> Option<(Part, ObjectId, (String, Ty))> {
        let Some(Operand::Object(object)) = apart.plan.roots.first() else { return None };
        let root = apart.root..apart.root + 1;
        let wishes = Wishes {
            root_names: root_names.get(root.clone())?,
            first_root: apart.root,
            pinned_roots: pins.roots.get(root)?,
            root_width: WIDEST_ARGUMENT,
            call: Some(act),
            ..Wishes::default()
        };
        let untouched = draft.clone();
        let written = write(self.scene, &apart.plan, before, &wishes, draft);
        let inline = std::mem::take(&mut draft.statements);
        let variable = written.ok().and_then(|mut written| written.variables.remove(object));
        let Some((name, ty)) = variable.filter(|_| length(&inline) >= FEWEST_STATEMENTS) else {
            *draft = untouched;
            return None;
        };
        let mut own = Draft::new();
        own.names.reserve(&name);
        write(self.scene, &apart.plan, before, &wishes, &mut own).ok()?;
        let returns = self.scene.source(&ty)?;
        let helper = Helper {
            name: format!("create{}", capitalized(&self.noun(&ty))),
            returns,
            body: returning(own.statements, &name),
            throws: self.throws(&own.thrown),
        };
        Some((Part { variable: name.clone(), inline, helper }, *object, (name, ty)))
    }

    /// Returns the word for an object of a type in the name of a method.
    fn noun(&self, ty: &Ty) -> String {
        match ty {
            Ty::Class(class, arguments) if arguments.is_empty() => self.scene.simple_name(*class),
            ty => self.scene.variable_name(ty),
        }
    }
}

/// The plan without the steps of parts; constants stay, because other steps may need them.
fn without<'a>(plan: &Plan, parts: impl Iterator<Item = &'a Apart>) -> Plan {
    let gone: FxHashSet<usize> = parts.flat_map(|part| part.steps.iter().copied()).collect();
    let left = plan.steps.iter().enumerate().filter(|(at, _)| !gone.contains(at));
    Plan { steps: left.map(|(_, step)| step.clone()).collect(), roots: plan.roots.clone(), ..Plan::default() }
}

/// Statements that end in handing out a variable; one that was only just declared need not be one.
pub(super) fn returning(mut statements: Vec<Statement>, variable: &str) -> Vec<Statement> {
    match statements.pop() {
        Some(Statement::Local(local)) if local.name == variable => match local.value {
            Some(Expression::Elements(elements)) => {
                let value = match local.ty {
                    Type::Array(element) => Expression::new_array_of(*element, elements),
                    _ => Expression::Elements(elements),
                };
                statements.push(Statement::returning(value));
            }
            Some(value) => statements.push(Statement::returning(value)),
            None => statements.push(Statement::returning(Expression::name(variable))),
        },
        last => {
            statements.extend(last);
            statements.push(Statement::returning(Expression::name(variable)));
        }
    }
    statements
}

fn capitalized(text: &str) -> String {
    names::class_from_text(text).unwrap_or_else(|| "Object".to_owned())
}
