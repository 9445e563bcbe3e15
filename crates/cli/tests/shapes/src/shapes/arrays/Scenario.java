package shapes.arrays;

/** Arrays of every kind; long ones are not cut. */
class Scenario {
    static void run() {
        int[] squares = new int[60];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = i * i;
        }
        Arrays.sum(squares);
        Arrays.sum(new int[1000]);
        Arrays.trace(new double[][] {{1, 2}, {3, 4}});
        Arrays.join(new String[] {"a", null, "c"});
        Arrays.halves(new float[] {0.917647f, 0.92549f, 0.937255f});
        Arrays.mixed(new Object[] {1, "two", 3.0, 'c', null, new int[] {5}});
        Arrays.first("x", "y");
    }
}

class Arrays {
    public static int sum(int[] numbers) {
        int sum = 0;
        for (int number : numbers) {
            sum += number;
        }
        return sum;
    }

    public static double trace(double[][] matrix) {
        double trace = 0;
        for (int i = 0; i < matrix.length; i++) {
            trace += matrix[i][i];
        }
        return trace;
    }

    public static String join(String[] words) {
        return String.join("-", words);
    }

    public static float[] halves(float[] numbers) {
        float[] halves = new float[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            halves[i] = numbers[i] / 2;
        }
        return halves;
    }

    public static int mixed(Object[] objects) {
        int nulls = 0;
        for (Object object : objects) {
            nulls += object == null ? 1 : 0;
        }
        return nulls;
    }

    public static String first(String... words) {
        return words.length == 0 ? null : words[0];
    }
}
