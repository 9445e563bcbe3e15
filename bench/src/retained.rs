//! Lines and branches that a run takes, from JaCoCo's report.

use std::collections::BTreeMap;

/// The instructions and branches that were taken of each line, by source file and number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Taken(BTreeMap<(String, u32), Line>);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Line {
    instructions: usize,
    branches: usize,
}

/// Of the lines and branches of one run, those of another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Retained {
    pub lines: usize,
    pub lines_kept: usize,
    pub branches: usize,
    pub branches_kept: usize,
}

impl Taken {
    /// Reads a report in JaCoCo's XML.
    pub fn parse(report: &str) -> Taken {
        let mut taken = Taken::default();
        let (mut package, mut file) = (String::new(), String::new());
        for element in report.split('<').skip(1) {
            let attribute = |name: &str| {
                let (_, behind) = element.split_once(&format!(" {name}=\""))?;
                Some(behind.split_once('"')?.0)
            };
            let number = |name: &str| attribute(name).and_then(|text| text.parse().ok()).unwrap_or(0);
            match element.split([' ', '>', '/']).next() {
                Some("package") => package = attribute("name").unwrap_or_default().to_owned(),
                Some("sourcefile") => file = attribute("name").unwrap_or_default().to_owned(),
                Some("line") => {
                    let line = Line { instructions: number("ci"), branches: number("cb") };
                    if line.instructions > 0 {
                        taken.0.insert((format!("{package}/{file}"), number("nr") as u32), line);
                    }
                }
                _ => {}
            }
        }
        taken
    }

    /// Compares with another run. JaCoCo says how many branches of a line were taken and not which, so of two runs that
    /// take different branches of a line as many count as both have.
    pub fn retained_by(&self, other: &Taken) -> Retained {
        let mut retained = Retained::default();
        for (place, line) in &self.0 {
            retained.lines += 1;
            retained.branches += line.branches;
            if let Some(kept) = other.0.get(place) {
                retained.lines_kept += 1;
                retained.branches_kept += kept.branches.min(line.branches);
            }
        }
        retained
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(lines: &[(u32, usize, usize)]) -> String {
        let lines: String = lines
            .iter()
            .map(|(number, ci, cb)| {
                format!("<line nr=\"{number}\" mi=\"1\" ci=\"{ci}\" mb=\"0\" cb=\"{cb}\"/>")
            })
            .collect();
        format!(
            "<?xml version=\"1.0\"?><report name=\"x\"><package name=\"a/b\"><class name=\"a/b/C\"/>\
             <sourcefile name=\"C.java\">{lines}<counter type=\"LINE\"/></sourcefile></package></report>"
        )
    }

    #[test]
    fn lines_and_branches_of_the_run_count_and_no_others() {
        let run = Taken::parse(&report(&[(1, 3, 0), (2, 4, 2), (3, 0, 0), (4, 1, 1)]));
        let tests = Taken::parse(&report(&[(1, 1, 0), (2, 4, 1), (3, 5, 2)]));
        assert_eq!(
            run.retained_by(&tests),
            Retained { lines: 3, lines_kept: 2, branches: 3, branches_kept: 1 }
        );
        assert_eq!(Taken::parse("<report/>").retained_by(&run), Retained::default());
    }
}
