package shapes.literals;

/** Literals of every primitive, and their awkward values. */
class Scenario {
    static void run() {
        Sink.bytes((byte) -3, (short) 400);
        Sink.chars('\'', '\n', '\ud83d');
        Sink.longs(Long.MIN_VALUE, 1L << 40);
        Sink.floats(0.1f, Float.NaN, -0.0f);
        Sink.doubles(Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -0.0);
        Sink.strings("tab\there", "quote \" and \\u0041", "two\nlines\n");
        Sink.booleans(true, false);
        Sink.half(Double.NaN);
        Sink.half(-0.0);
    }
}

class Sink {
    public static int bytes(byte first, short second) {
        return first + second;
    }

    public static String chars(char first, char second, char third) {
        return "" + first + second + third;
    }

    public static long longs(long first, long second) {
        return first ^ second;
    }

    public static float floats(float first, float second, float third) {
        return first + second + third;
    }

    public static double doubles(double first, double second, double third) {
        return first * second * third;
    }

    public static String strings(String first, String second, String third) {
        return first + second + third;
    }

    public static boolean booleans(boolean first, boolean second) {
        return first && !second;
    }

    public static double half(double value) {
        return value / 2;
    }
}
