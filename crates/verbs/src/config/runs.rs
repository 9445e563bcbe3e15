//! `[runs]`: the reports that are kept in `.reenact/runs`.

use super::ConfigError;
use super::table::Table;

/// Settings of the reports of earlier runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Runs {
    /// The number of reports that are kept; 0 stores none.
    pub keep: Option<usize>,
}

impl Runs {
    pub(super) fn read(table: &Table<'_>) -> Result<Self, ConfigError> {
        table.allow(&["keep"])?;
        let keep = table.number("keep")?.map(|number| {
            let message = format!("`keep` cannot be {}; write 0 or more", number.value);
            usize::try_from(number.value).map_err(|_| table.wrong(number.at, message))
        });
        Ok(Runs { keep: keep.transpose()? })
    }
}
