package shapes.finals;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Report} as they were recorded. */
class ReportRecordedTest {
    @Test
    void title_Types_returnsTypesIntString() {
        Report report = new Report(new Types(new Class<?>[] {int.class, String.class}));

        assertEquals("Types: int String", report.title("Types"));
    }
}
