//! Which fields a method may reach, remembered for the classes of one capture.

use reenact_base::Id;
use reenact_wire::plan::FrontierView;

use super::class_info::{ClassInfo, FieldFlags};

/// Answers of a method's frontier. Asking the plan is a search by names, too slow for every object.
#[derive(Default)]
pub struct FrontierAnswers {
    /// By class number: where its answers start, plus one.
    starts: Vec<u32>,
    /// An answer for each field of the classes that were asked for.
    answers: Vec<Answer>,
    /// The classes that were asked for.
    asked: Vec<u32>,
}

#[derive(Clone, Copy)]
enum Answer {
    Unknown,
    Within,
    Beyond,
}

impl FrontierAnswers {
    /// Forgets the answers: the next capture may have another frontier.
    pub fn clear(&mut self) {
        for class in self.asked.drain(..) {
            if let Some(start) = self.starts.get_mut(class as usize) {
                *start = 0;
            }
        }
        self.answers.clear();
    }

    /// Returns true if a field lies beyond the frontier.
    pub fn is_beyond(&mut self, frontier: &FrontierView<'_>, class: &ClassInfo, field: usize) -> bool {
        let number = class.number.index();
        if self.starts.len() <= number {
            self.starts.resize(number + 1, 0);
        }
        let Some(start) = self.starts.get_mut(number) else { return false };
        if *start == 0 {
            *start = self.answers.len() as u32 + 1;
            self.asked.push(number as u32);
            self.answers.resize(self.answers.len() + class.fields.len(), Answer::Unknown);
        }
        let (Some(answer), Some(slot)) =
            (self.answers.get_mut(*start as usize - 1 + field), class.fields.get(field))
        else {
            return false;
        };
        if let Answer::Unknown = answer {
            let (declaring, name) = &slot.declared;
            let is_within =
                slot.is(FieldFlags::JDK) || frontier.contains(declaring.0.as_bytes(), name.as_bytes());
            *answer = if is_within { Answer::Within } else { Answer::Beyond };
        }
        matches!(answer, Answer::Beyond)
    }

    /// Bytes held.
    pub fn bytes(&self) -> usize {
        self.starts.capacity() * 4 + self.answers.capacity() + self.asked.capacity() * 4
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::class_info::tests::class;
    use reenact_wire::plan::{ClassPlan, ClassProbes, FieldName, MethodPlan, Plan, ProbePlan, Probes};

    fn plan(fields: &[(&str, &str)]) -> Plan {
        let frontier = fields.iter().map(|(class, name)| FieldName::new(*class, *name)).collect();
        let method = MethodPlan { probes: Probes::RECORD, frontier: Some(frontier), ..MethodPlan::default() };
        let mut listed = ClassPlan::default();
        listed.methods.insert(("m".to_owned(), "()V".to_owned()), method);
        let mut plan = ProbePlan::default();
        plan.classes.insert("p/M".to_owned(), listed);
        Plan::read(plan.encode()).unwrap()
    }

    fn frontier(plan: &Plan) -> FrontierView<'_> {
        let ClassProbes::Listed(class) = plan.class(b"p/M") else { panic!("it is listed") };
        class.method(b"m", b"()V").unwrap().frontier().unwrap()
    }

    #[test]
    fn fields_are_asked_for_by_the_class_that_declares_them() {
        let plan = plan(&[("p/Base", "id"), ("p/Order", "lines")]);
        let frontier = frontier(&plan);
        let fields = [("p/Base", "id"), ("p/Base", "lines"), ("p/Order", "id"), ("p/Order", "lines")];
        let order = class(7, "p/Order", &fields, FieldFlags::default());
        let mut answers = FrontierAnswers::default();
        for _ in 0..2 {
            let beyond: Vec<bool> = (0..4).map(|field| answers.is_beyond(&frontier, &order, field)).collect();
            assert_eq!(beyond, [false, true, true, false], "the second time from memory");
        }
        assert!(!answers.is_beyond(&frontier, &order, 4), "there is no such field");
    }

    #[test]
    fn frontiers_do_not_apply_to_fields_of_the_jdk() {
        let plan = plan(&[]);
        let list =
            class(3, "java/util/ArrayList", &[("java/util/ArrayList", "elementData")], FieldFlags::JDK);
        assert!(!FrontierAnswers::default().is_beyond(&frontier(&plan), &list, 0));
    }

    #[test]
    fn answers_are_those_of_one_capture() {
        let (one, other) = (plan(&[("p/A", "x")]), plan(&[("p/A", "y")]));
        let a = class(2, "p/A", &[("p/A", "x"), ("p/A", "y")], FieldFlags::default());
        let b = class(9, "p/B", &[("p/B", "z")], FieldFlags::default());
        let mut answers = FrontierAnswers::default();
        assert!(!answers.is_beyond(&frontier(&one), &a, 0) && answers.is_beyond(&frontier(&one), &b, 0));
        answers.clear();
        assert!(answers.is_beyond(&frontier(&other), &a, 0) && !answers.is_beyond(&frontier(&other), &a, 1));
    }
}
