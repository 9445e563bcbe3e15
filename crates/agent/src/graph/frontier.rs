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

    /// Whether a field lies beyond the frontier.
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
