//! Stand-ins by Mockito, for projects that have it and want it: `mock(Owners.class)`, and what it answers.

use reenact_base::name::InternalName;
use reenact_java::model::{ClassName, Expression, Lambda, LambdaBody, LambdaParameter};
use reenact_rebuild::plan::{Answer, AnswerOutcome, Operand, StandIn};

use super::stand_in::Answered;
use super::{Typed, Unwritable, Writer};
use crate::types::Ty;

fn mockito() -> ClassName {
    ClassName::new("org.mockito", &["Mockito"])
}

fn matchers() -> ClassName {
    ClassName::new("org.mockito", &["ArgumentMatchers"])
}

impl Writer<'_, '_> {
    /// `mock(Owners.class)`
    pub(super) fn mock(&mut self, stand_in: &StandIn) -> Result<Typed, Unwritable> {
        let refuse = |why| Err(Unwritable::StandIn(InternalName::new(&stand_in.of).to_binary().into(), why));
        let Some(class) = self.scene.types.world.class_id(&stand_in.of) else {
            return refuse("it is not on the class path");
        };
        let Some(source) = self.scene.source(&Ty::class(class)) else {
            return refuse("it is not accessible");
        };
        let mock = Expression::call_imported(mockito(), "mock", vec![Expression::ClassLiteral(source)]);
        Ok(Typed::new(mock, Ty::class(class)))
    }

    /// Writes the answers of a mock: `when(owners.findById(1)).thenReturn(…)`.
    pub(super) fn stubs(&mut self, stand_in: &StandIn, name: &str, ty: &Ty) -> Result<(), Unwritable> {
        let Some(class) = self.scene.types.world.class_id(&stand_in.of) else { return Ok(()) };
        for answered in self.answered(class, stand_in) {
            for same in by_arguments(&answered) {
                self.stub(&answered, &same, name, ty)?;
            }
        }
        Ok(())
    }

    fn stub(
        &mut self,
        answered: &Answered<'_>,
        answers: &[&Answer],
        name: &str,
        ty: &Ty,
    ) -> Result<(), Unwritable> {
        let types = self.scene.types;
        let formal = types.overriding(answered.method, ty);
        let is_silent = |answer: &&Answer| answer.outcome == AnswerOutcome::Returns(None);
        if answers.iter().all(is_silent) {
            return Ok(());
        }
        let method = types.world.view(answered.method).name().to_str().into_owned();
        let arguments = self.matched(answers[0], &formal.parameters)?;
        let mut distinct: Vec<&Answer> = answers.to_vec();
        distinct.dedup_by(|one, other| one.outcome == other.outcome);
        if formal.result.is_some() {
            let call = Expression::name(name).call(&method, arguments);
            let mut stub = Expression::call_imported(mockito(), "when", vec![call]);
            for answer in distinct {
                let (verb, value) = self.answer_of(answer, name, formal.result.as_ref())?;
                stub = stub.call(&format!("then{verb}"), vec![value]);
            }
            self.draft.statements.push(stub.statement());
            return Ok(());
        }
        // Calls that give nothing cannot stand between parentheses.
        let mut stub: Option<Expression> = None;
        for answer in distinct {
            let (verb, arguments) = match &answer.outcome {
                AnswerOutcome::Throws(_) => {
                    let (verb, value) = self.answer_of(answer, name, None)?;
                    (verb, vec![value])
                }
                _ => ("Nothing", Vec::new()),
            };
            stub = Some(match stub {
                Some(stub) => stub.call(&format!("do{verb}"), arguments),
                None => Expression::call_imported(mockito(), &format!("do{verb}"), arguments),
            });
        }
        if let Some(stub) = stub {
            let on = stub.call("when", vec![Expression::name(name)]);
            self.draft.statements.push(on.call(&method, arguments).statement());
        }
        Ok(())
    }

    /// The arguments that a mock is asked with: as they were, or any where that cannot be said. Mockito wants either
    /// no matchers or nothing else.
    fn matched(&mut self, answer: &Answer, parameters: &[Ty]) -> Result<Vec<Expression>, Unwritable> {
        let known: Vec<Option<&Operand>> =
            (0..parameters.len()).map(|index| answer.arguments.get(index).and_then(Option::as_ref)).collect();
        let is_exact = known.iter().all(Option::is_some);
        let mut arguments = Vec::with_capacity(known.len());
        for (operand, parameter) in known.into_iter().zip(parameters) {
            arguments.push(match operand {
                Some(operand) => {
                    let value = self.operand(operand, Some(parameter).filter(|ty| ty.is_known()), 1)?;
                    match is_exact {
                        true => value.expression,
                        false => Expression::call_imported(matchers(), "eq", vec![value.expression]),
                    }
                }
                None => Expression::call_imported(matchers(), "any", Vec::new()),
            });
        }
        Ok(arguments)
    }

    /// The word behind `then` or `do`, and what it takes.
    fn answer_of(
        &mut self,
        answer: &Answer,
        name: &str,
        result: Option<&Ty>,
    ) -> Result<(&'static str, Expression), Unwritable> {
        Ok(match &answer.outcome {
            AnswerOutcome::Returns(None) => ("Return", Expression::null()),
            AnswerOutcome::Returns(Some(operand)) => {
                ("Return", self.operand(operand, result.filter(|ty| ty.is_known()), 1)?.expression)
            }
            AnswerOutcome::ReturnsItself => ("Return", Expression::name(name)),
            AnswerOutcome::ReturnsArgument(index) => {
                let index = Expression::int(i32::try_from(*index).unwrap_or(0));
                let asked = Expression::name("invocation").call("getArgument", vec![index]);
                let parameter = LambdaParameter { ty: None, name: "invocation".to_owned() };
                let body = LambdaBody::Expression(Box::new(asked));
                ("Answer", Expression::Lambda(Lambda { parameters: vec![parameter], body }))
            }
            AnswerOutcome::Throws(operand) => ("Throw", self.operand(operand, None, 1)?.expression),
        })
    }
}

/// The answers of a method by what they were asked, in the order in which that was asked first.
fn by_arguments<'p>(answered: &Answered<'p>) -> Vec<Vec<&'p Answer>> {
    let mut groups: Vec<Vec<&'p Answer>> = Vec::new();
    for &answer in &answered.answers {
        match groups.iter_mut().find(|group| group[0].arguments == answer.arguments) {
            Some(group) => group.push(answer),
            None => groups.push(vec![answer]),
        }
    }
    groups
}
