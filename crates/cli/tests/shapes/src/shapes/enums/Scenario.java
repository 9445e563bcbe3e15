package shapes.enums;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;

/** Enum fields, constants with bodies, EnumSet and EnumMap. */
class Scenario {
    static void run() {
        Operation.PLUS.apply(2, 3);
        Operation.TIMES.apply(2, 3);
        Calculator calculator = new Calculator(Operation.TIMES);
        calculator.calculate(4, 5);
        Calculator.allowed(EnumSet.of(Operation.PLUS, Operation.TIMES), Operation.PLUS);
        EnumMap<Operation, Integer> uses = new EnumMap<>(Operation.class);
        uses.put(Operation.TIMES, 2);
        Calculator.total(uses);
    }
}

enum Operation {
    PLUS {
        @Override
        int apply(int a, int b) {
            return a + b;
        }
    },
    TIMES {
        @Override
        int apply(int a, int b) {
            return a * b;
        }
    };

    abstract int apply(int a, int b);
}

class Calculator {
    private final Operation operation;

    Calculator(Operation operation) {
        this.operation = operation;
    }

    public int calculate(int a, int b) {
        return operation.apply(a, b);
    }

    public static boolean allowed(Set<Operation> operations, Operation operation) {
        return operations.contains(operation);
    }

    public static int total(Map<Operation, Integer> uses) {
        int total = 0;
        for (int count : uses.values()) {
            total += count;
        }
        return total;
    }
}
