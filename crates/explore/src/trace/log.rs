//! The log of one run.

/// A place of instrumented code, by its number in [`Sites`](super::instrument::Sites).
pub type SiteId = u32;

/// The log of one run.
#[derive(Clone, Debug, Default)]
pub struct RunLog {
    pub events: Vec<Event>,
    /// True if the run was ended because it logged too much.
    pub is_full: bool,
    /// Numbers of lines that ran, ascending.
    pub lines: Vec<u32>,
    /// Objects that the log mentions; their numbers begin with 1.
    pub objects: Vec<Seen>,
    pub outcome: Outcome,
}

/// One thing that a run did.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Event {
    pub site: SiteId,
    /// A number, the bits of a floating-point number, or the number of an object; 0 is null.
    pub value: i64,
}

/// How a run ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Outcome {
    /// Before the method under test was called, or it never ended.
    #[default]
    Unfinished,
    /// The letter of the result's descriptor (`V` for none) and its value.
    Returned(u8, i64),
    /// The number of the exception.
    Threw(i64),
    Full,
}

/// An object that a log mentions.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seen {
    /// Binary name of its class.
    pub class: String,
    /// Its position among the objects of the input.
    pub input: Option<usize>,
    pub content: Content,
}

/// The content of an object that a log has.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub enum Content {
    #[default]
    None,
    Text(Vec<u16>),
    /// A class object, by binary name.
    Class(String),
    /// An enum constant, by name.
    Constant(String),
    /// The value of a box.
    Number(i64),
    /// Where an exception was made: class, method and line.
    Thrown {
        class: String,
        method: String,
        line: u32,
    },
}

impl RunLog {
    /// An object by its number; `None` for null.
    pub fn object(&self, number: i64) -> Option<&Seen> {
        usize::try_from(number).ok()?.checked_sub(1).and_then(|index| self.objects.get(index))
    }

    /// Reads a log; `None` if it is cut or damaged.
    pub fn read(bytes: &[u8]) -> Option<RunLog> {
        let mut reader = Reader { bytes };
        if reader.int()? != 1 {
            return None;
        }
        let (how, result, letter) = (reader.int()?, reader.long()?, reader.utf()?);
        let is_full = reader.take(1)?[0] != 0;
        let outcome = match how {
            1 => Outcome::Returned(*letter.as_bytes().first()?, result),
            2 => Outcome::Threw(result),
            3 => Outcome::Full,
            _ => Outcome::Unfinished,
        };
        let count = reader.count(12)?;
        let mut events = Vec::with_capacity(count);
        for _ in 0..count {
            events.push(Event { site: reader.int()? as u32, value: reader.long()? });
        }
        let mut lines = Vec::new();
        for word in 0..reader.count(8)? as u32 {
            let bits = reader.long()? as u64;
            lines.extend((0..64).filter(|bit| bits >> bit & 1 == 1).map(|bit| word * 64 + bit));
        }
        let count = reader.count(10)?;
        let mut objects = Vec::with_capacity(count);
        for _ in 0..count {
            objects.push(reader.seen()?);
        }
        Some(RunLog { events, is_full, lines, objects, outcome })
    }
}

struct Reader<'b> {
    bytes: &'b [u8],
}

impl<'b> Reader<'b> {
    fn take(&mut self, count: usize) -> Option<&'b [u8]> {
        let (taken, rest) = self.bytes.split_at_checked(count)?;
        self.bytes = rest;
        Some(taken)
    }

    fn int(&mut self) -> Option<i32> {
        Some(i32::from_be_bytes(self.take(4)?.try_into().ok()?))
    }

    fn long(&mut self) -> Option<i64> {
        Some(i64::from_be_bytes(self.take(8)?.try_into().ok()?))
    }

    /// A count of things that take at least so many bytes each: a damaged one must not allocate much.
    fn count(&mut self, least: usize) -> Option<usize> {
        let count = usize::try_from(self.int()?).ok()?;
        (count <= self.bytes.len() / least + 1).then_some(count)
    }

    /// Names and letters are plain: modified UTF-8 differs only beyond them.
    fn utf(&mut self) -> Option<String> {
        let length = u16::from_be_bytes(self.take(2)?.try_into().ok()?);
        Some(String::from_utf8_lossy(self.take(length.into())?).into_owned())
    }

    fn seen(&mut self) -> Option<Seen> {
        let class = self.utf()?;
        let input = usize::try_from(self.int()?).ok();
        let kind = self.utf()?;
        let length = self.count(2)?;
        let units: Vec<u16> =
            self.take(length * 2)?.chunks(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
        let text = || String::from_utf16_lossy(&units);
        let content = match &*kind {
            "T" => Content::Text(units),
            "K" => Content::Class(text()),
            "E" => Content::Constant(text()),
            "N" => text().parse().map_or(Content::None, Content::Number),
            // `Boolean.toString` is a word.
            "X" => {
                let text = text();
                let mut parts = text.split('\n');
                let mut next = || parts.next().unwrap_or_default().to_owned();
                let (class, method, line) = (next(), next(), next());
                Content::Thrown { class, method, line: line.parse().unwrap_or(0) }
            }
            _ => Content::None,
        };
        Some(Seen { class, input, content })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cut_and_damaged_logs_are_refused() {
        let mut bytes = Vec::new();
        bytes.extend(1i32.to_be_bytes());
        bytes.extend(1i32.to_be_bytes());
        bytes.extend(7i64.to_be_bytes());
        bytes.extend([0, 1, b'I', 0]);
        bytes.extend(1i32.to_be_bytes());
        bytes.extend(3i32.to_be_bytes());
        bytes.extend((-1i64).to_be_bytes());
        bytes.extend(1i32.to_be_bytes());
        bytes.extend(0b101i64.to_be_bytes());
        bytes.extend(0i32.to_be_bytes());
        let log = RunLog::read(&bytes).unwrap();
        assert_eq!(log.outcome, Outcome::Returned(b'I', 7));
        assert_eq!(log.events, [Event { site: 3, value: -1 }]);
        assert_eq!(log.lines, [0, 2]);
        for end in 0..bytes.len() {
            assert!(RunLog::read(&bytes[..end]).is_none(), "{end}");
        }
        let mut huge = bytes.clone();
        huge[20..24].copy_from_slice(&i32::MAX.to_be_bytes());
        assert!(RunLog::read(&huge).is_none());
    }
}
