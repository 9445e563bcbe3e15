package shapes.writers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Printer} as they were recorded. */
class PrinterRecordedTest {
    @Test
    void print_hash_changesLast() {
        Printer printer = new Printer(new StringBuilder());

        printer.print('#');

        assertEquals('#', printer.getLast());
    }

    @Test
    void line_Title_returns8() {
        Printer printer = new Printer(new StringBuilder("#"));

        int result = printer.line("Title");

        assertEquals(8, result);
        assertEquals('\n', printer.getLast());
    }
}
