//! What the JVM says, taken apart.

/// All that is said of one class.
#[derive(Clone, Default, Debug)]
pub struct Block<'t> {
    /// Internal name.
    pub class: &'t str,
    pub facts: Vec<&'t str>,
    /// Other classes that questions are about.
    pub beside: Vec<&'t str>,
    /// Of these, the ones whose module the class's own does not read.
    pub unread: Vec<&'t str>,
    /// Facts that the JVM does not tell: reason, kind, and what they are about, or nothing if all of the
    /// kind are meant.
    pub without: Vec<(&'t str, &'t str, &'t str)>,
}

impl<'t> Block<'t> {
    /// Takes the whole text apart.
    pub fn all(text: &'t str) -> Vec<Block<'t>> {
        let mut blocks: Vec<Block<'t>> = Vec::new();
        for line in text.lines() {
            let Some(note) = line.strip_prefix('!') else {
                blocks.last_mut().expect("facts follow the class they are about").facts.push(line);
                continue;
            };
            let mut parts = note.split('\t');
            let mut part = || parts.next().expect("three parts");
            let (kind, about, answer) = (part(), part(), part());
            if kind == "class" {
                blocks.push(Block { class: about, ..Block::default() });
                continue;
            }
            let block = blocks.last_mut().expect("notes follow the class they are about");
            match kind.split_once(' ').unwrap_or((kind, "")) {
                ("beside", _) => block.beside.push(about),
                ("unread", _) => block.unread.push(about),
                ("without", reason) => block.without.push((reason, about, answer)),
                _ => panic!("`{line}` is no note that is known"),
            }
        }
        blocks
    }

    /// Whether there is such a class for the JVM.
    pub fn is_loaded(&self) -> bool {
        self.facts.contains(&"loads\t\tyes")
    }

    /// Whether the JVM could link the class; without that it tells nothing about references to it.
    pub fn is_linked(&self) -> bool {
        !self.without.iter().any(|&(_, kind, _)| kind == "linked")
    }

    /// Whether the JVM does not tell this fact.
    pub fn is_without(&self, fact: &str) -> bool {
        !self.without.is_empty() && {
            let (kind, rest) = fact.split_once('\t').unwrap_or((fact, ""));
            let about = rest.split('\t').next().unwrap_or_default();
            self.without.iter().any(|&(_, k, a)| k == kind && (a.is_empty() || a == about))
        }
    }
}
