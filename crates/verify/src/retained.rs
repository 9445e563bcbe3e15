//! The code that the recorded run has run, and the share of it that tests run.
//!
//! The agent notes blocks of included classes ([`reenact_classfile::blocks`]); tests run with the same classes, whose blocks
//! [report themselves](crate::cover). Of both, lines and branches are counted: a branch is a block that a decision leads to, a
//! conditional jump or a switch.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use reenact_classfile::blocks::{self, MethodBlocks};
use reenact_classfile::{ClassFile as Parsed, ReadError};
use reenact_recording::model::ClassBlocks;
use reenact_world::{Lines, World};

use crate::cover::{self, MOST_BLOCKS};
use crate::runner::{ClassFile, Isolation, Run, Runner};
use crate::verification::{Suite, Verification};

/// The code that a recorded run has run.
#[derive(Clone, Default, Debug)]
pub struct RecordedCode {
    classes: Arc<[ClassFile]>,
    /// Blocks that have run, by the numbers that tests report.
    blocks: BTreeMap<u32, RecordedBlock>,
    /// Blocks that nothing is known of.
    left_out: usize,
}

#[derive(Clone, Default, Debug)]
struct RecordedBlock {
    is_branch: bool,
    /// The file, known by its outermost class, and its lines.
    lines: BTreeSet<(Arc<str>, u16)>,
}

/// Of the lines and branches of the recorded run, those that tests run.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Retained {
    pub branches: usize,
    pub branches_kept: usize,
    pub lines: usize,
    pub lines_kept: usize,
    /// Blocks that are not counted: the agent had no room for them, or their class is another one by now.
    pub blocks_left_out: usize,
}

impl RecordedCode {
    /// Finds the recorded blocks in the classes of a program.
    pub fn new<'a>(world: &World, recorded: impl IntoIterator<Item = &'a ClassBlocks>) -> Self {
        let mut code = RecordedCode::default();
        let mut classes = Vec::new();
        let mut next = 1;
        for class in recorded {
            code.left_out += class.left_out as usize;
            if class.count == 0 {
                continue;
            }
            let id = world.class_id(&class.class).filter(|&id| !world.is_platform_class(id));
            let added = id.and_then(|id| {
                world.with_class(id, |file| code.add(class, file.bytes(), next)).ok().flatten()
            });
            match added {
                Some(bytes) => {
                    classes.push(ClassFile { name: class.class.clone(), bytes });
                    next += class.count;
                }
                None => code.left_out += class.count as usize,
            }
        }
        code.classes = classes.into();
        code
    }

    /// Adds a class, whose blocks get numbers from `first` on, and returns it with its blocks counted; `None` if it is another one than the
    /// recorded.
    fn add(
        &mut self,
        recorded: &ClassBlocks,
        bytes: &[u8],
        first: u32,
    ) -> Result<Option<Vec<u8>>, ReadError> {
        let class = Parsed::parse(bytes)?;
        let methods = blocks::of_class(&class)?;
        if blocks::count(&methods) != recorded.count || first + recorded.count >= MOST_BLOCKS {
            return Ok(None);
        }
        let bytes = cover::counted(&class, &methods, first)?;
        let outermost = recorded.class.split('$').next().unwrap_or(&recorded.class);
        let file: Arc<str> = outermost.into();
        for method in &methods {
            self.add_method(recorded, &class, method, &file, first)?;
        }
        Ok(Some(bytes))
    }

    fn add_method(
        &mut self,
        recorded: &ClassBlocks,
        class: &Parsed<'_>,
        method: &MethodBlocks,
        file: &Arc<str>,
        first: u32,
    ) -> Result<(), ReadError> {
        let run = (method.first..).zip(&method.blocks).filter(|(number, _)| recorded.contains(*number));
        let mut run = run.peekable();
        if run.peek().is_none() {
            return Ok(());
        }
        let Some(code) = class.methods()[method.method].code(class.pool())? else { return Ok(()) };
        let lines = Lines::of(&code, class.pool())?;
        for (number, block) in run {
            let (start, end) = block.pcs;
            let inside = lines.starts().iter().filter(|(pc, _)| (start..end).contains(&u32::from(*pc)));
            let of_first = u16::try_from(start).ok().and_then(|pc| lines.at(pc));
            let of_block = inside.map(|&(_, line)| line).chain(of_first);
            let lines = of_block.map(|line| (file.clone(), line)).collect();
            self.blocks.insert(first + number, RecordedBlock { is_branch: block.is_branch, lines });
        }
        Ok(())
    }

    /// Returns the classes with their blocks counted.
    pub fn classes(&self) -> &Arc<[ClassFile]> {
        &self.classes
    }

    /// Returns the share of the recorded code that was covered, by numbers of blocks.
    pub fn retained(&self, covered: &BTreeSet<u32>) -> Retained {
        let kept =
            || self.blocks.iter().filter(|(number, _)| covered.contains(number)).map(|(_, block)| block);
        let all = || self.blocks.values();
        Retained {
            branches: branches(all()),
            branches_kept: branches(kept()),
            lines: lines(all()),
            lines_kept: lines(kept()),
            blocks_left_out: self.left_out,
        }
    }
}

fn branches<'a>(blocks: impl Iterator<Item = &'a RecordedBlock>) -> usize {
    blocks.filter(|block| block.is_branch).count()
}

fn lines<'a>(blocks: impl Iterator<Item = &'a RecordedBlock>) -> usize {
    blocks.flat_map(|block| &block.lines).collect::<BTreeSet<_>>().len()
}

impl<R: Runner> Verification<'_, R> {
    /// Notes the blocks of the recorded code that tests run.
    pub fn covered(&mut self, suite: &Suite) -> Result<(), R::Error> {
        let classes = self.writer.recorded_code();
        if classes.is_empty() || suite.sources.is_empty() {
            return Ok(());
        }
        let run = Run { replaced: classes, ..suite.run(suite.ids(), Isolation::LoaderPerRun) };
        let reports = self.runner.run(&[run])?;
        let invocations = reports.iter().flatten().flat_map(|report| &report.invocations);
        self.result.covered.extend(invocations.flat_map(|invocation| invocation.covered.iter().copied()));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_branches_that_tests_run_are_counted_once() {
        let block = |is_branch: bool, lines: &[u16]| RecordedBlock {
            is_branch,
            lines: lines.iter().map(|line| (Arc::from("a/B"), *line)).collect(),
        };
        let blocks = BTreeMap::from([
            (1, block(false, &[3, 4])),
            (2, block(true, &[5])),
            (3, block(true, &[5, 6])),
            (7, block(true, &[])),
        ]);
        let code = RecordedCode { blocks, left_out: 2, ..RecordedCode::default() };
        let expected =
            Retained { branches: 3, branches_kept: 1, lines: 4, lines_kept: 3, blocks_left_out: 2 };
        // The recorded run has not run block 9.
        assert_eq!(code.retained(&BTreeSet::from([1, 2, 9])), expected);
    }
}
