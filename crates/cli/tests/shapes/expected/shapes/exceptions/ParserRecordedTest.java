package shapes.exceptions;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Calls of {@link Parser} as they were recorded. */
class ParserRecordedTest {
    @Test
    void parse_12_returns12() throws ParseFailure {
        Parser parser = new Parser();

        assertEquals(12, parser.parse("12"));
    }

    @Test
    void parse_twelve_throwsParseFailure() {
        Parser parser = new Parser();

        ParseFailure thrown = assertThrows(ParseFailure.class, () -> parser.parse("twelve"));
        assertEquals("no number: twelve", thrown.getMessage());
    }
}
