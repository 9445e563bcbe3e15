package shapes.redeclared;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Calls of {@link Printer} as they were recorded. */
class PrinterRecordedTest {
    @Test
    void print_returnsArea165() {
        // Arrange
        Figure figure = new Figure() {
            @Override
            public double area() {
                return 16.5;
            }

            @Override
            public String toString() {
                throw new UnsupportedOperationException("not recorded: toString");
            }
        };
        Printer printer = new Printer("area");

        // Act
        String result = printer.print(figure);

        // Assert
        assertEquals("area: 16.5", result);
    }
}
