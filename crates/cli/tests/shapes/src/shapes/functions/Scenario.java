package shapes.functions;

import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/** Method references can be written again; lambdas live in somebody's code. */
class Scenario {
    static void run() {
        Mapper mapper = new Mapper(String::trim);
        mapper.map("  x ");
        Mapper.twice(String::toUpperCase, "ab");
        Mapper.make(StringBuilder::new);
        int bonus = 3;
        Mapper.apply(number -> number + bonus, 4);
    }
}

class Mapper {
    private final UnaryOperator<String> function;

    Mapper(UnaryOperator<String> function) {
        this.function = function;
    }

    public String map(String text) {
        return function.apply(text);
    }

    public static String twice(Function<String, String> function, String text) {
        return function.apply(text) + function.apply(text);
    }

    public static int make(Supplier<StringBuilder> supplier) {
        return supplier.get().length();
    }

    public static int apply(Function<Integer, Integer> function, int number) {
        return function.apply(number);
    }
}
