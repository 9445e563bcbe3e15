//! Tests with fewer assertions.

use reenact_java::model::Statement;

use super::Test;

impl Test {
    /// Returns the test without the assertion that is so many statements before its end. `None` if it would assert
    /// nothing, or if that statement is not an assertion of its own.
    pub fn without_assertion(&self, from_end: usize) -> Option<Test> {
        let is_assertion = |statement: &Statement| matches!(statement, Statement::Expression(_));
        let at = self.body.assert.len().checked_sub(from_end + 1)?;
        if !is_assertion(self.body.assert.get(at)?) {
            return None;
        }
        let mut test = self.clone();
        test.body.assert.remove(at);
        // It makes the removed claim.
        test.body.brief = None;
        test.body.assert.iter().any(is_assertion).then_some(test)
    }
}

/// Returns how many statements of a test method are behind the one at a line. `lines` are those of the method, which starts
/// at line `first`: statements are two steps in, and what belongs to them is further in or closes a brace.
pub fn statements_after(lines: &[&str], first: usize, line: usize) -> Option<usize> {
    let is_start = |text: &str| {
        let inner = text.strip_prefix("        ");
        inner.is_some_and(|inner| !inner.starts_with([' ', '}', ')']) && !inner.is_empty())
            && !inner.is_some_and(|inner| inner.starts_with("//"))
    };
    let starts: Vec<usize> =
        lines.iter().zip(first..).filter(|(text, _)| is_start(text)).map(|(_, number)| number).collect();
    let at = starts.iter().rposition(|&start| start <= line)?;
    Some(starts.len() - 1 - at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_counted_from_the_end_of_the_method() {
        let text = r#"    @Test
    void order() {
        // Arrange
        Visit visit = new Visit(
                1, 2);
        visit.accept(() -> {
            work();
        });

        // Assert
        assertEquals("a", visit.name());
        assertEquals(
                LocalDate.of(2026, 1, 1),
                visit.date());
        assertNull(visit.end());
    }"#;
        let lines: Vec<&str> = text.lines().collect();
        for (line, expected) in [
            (23, Some(4)),
            (24, Some(4)),
            (26, Some(3)),
            (30, Some(2)),
            (32, Some(1)),
            (33, Some(1)),
            (34, Some(0)),
            (21, None),
        ] {
            let found = statements_after(&lines, 20, line);
            assert_eq!(found, expected, "{line}");
        }
    }
}
