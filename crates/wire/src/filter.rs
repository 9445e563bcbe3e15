//! Methods of included classes that the filters of a recording leave out, counted by filter.

/// The filter that leaves a method out. The numbers are those of the recording format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Filter {
    /// Its class belongs to tests (`test-classes`).
    TestClass,
    /// A compiler or another tool made it, or its class.
    Synthetic,
    /// It is less visible than asked for (`visibility`).
    Visibility,
    /// It is static, deprecated or of a local class (`static`, `deprecated`, `local-classes`).
    Kind,
    /// It has too few statements (`min-statements`).
    Statements,
}

impl Filter {
    pub const ALL: [Filter; 5] =
        [Filter::TestClass, Filter::Synthetic, Filter::Visibility, Filter::Kind, Filter::Statements];

    /// Returns its number in recordings.
    pub fn number(self) -> u64 {
        self as u64
    }

    /// Returns the filter of a number, if it is known.
    pub fn from_number(number: u64) -> Option<Filter> {
        Filter::ALL.into_iter().find(|filter| filter.number() == number)
    }
}

/// Numbers of methods by the filter that left them out.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct LeftOut {
    counts: [u64; Filter::ALL.len()],
}

impl LeftOut {
    /// Returns the number of methods that a filter left out.
    pub fn by(&self, filter: Filter) -> u64 {
        self.counts[filter as usize]
    }

    /// Counts methods that a filter left out.
    pub fn add(&mut self, filter: Filter, methods: u64) {
        let count = &mut self.counts[filter as usize];
        *count = count.saturating_add(methods);
    }

    /// Adds the counts of another recording or class.
    pub fn add_all(&mut self, other: &LeftOut) {
        Filter::ALL.into_iter().for_each(|filter| self.add(filter, other.by(filter)));
    }

    /// Returns the greater count of each filter.
    pub fn max(&self, other: &LeftOut) -> LeftOut {
        LeftOut { counts: std::array::from_fn(|at| self.counts[at].max(other.counts[at])) }
    }

    /// Returns true if no method was left out.
    pub fn is_empty(&self) -> bool {
        self.counts == LeftOut::default().counts
    }
}
