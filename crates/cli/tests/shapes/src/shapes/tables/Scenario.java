package shapes.tables;

/** Many calls that differ in values alone are one test; those with values that nobody would put into a table are not. */
class Scenario {
    static void run() {
        for (int points : new int[] {12, 55, 70, 99}) {
            Marks.mark(points);
        }
        for (int year : new int[] {1900, 2000, 2023, 2100}) {
            Marks.isLeap(year);
        }
        Scale scale = new Scale(2);
        scale.rounded(1.25, "kg");
        scale.rounded(0.5, "lb");
        scale.rounded(-3.0, "kg");
        Marks.first("one\ntwo");
        Marks.first("\"three\"");
        Marks.first("fo\tur");
    }
}

class Marks {
    public static String mark(int points) {
        String[] marks = {"poor", "fair", "good", "excellent"};
        return marks[points / 25];
    }

    public static boolean isLeap(int year) {
        boolean isCentury = year % 100 == 0;
        return isCentury ? year % 400 == 0 : year % 4 == 0;
    }

    public static String first(String text) {
        String first = text.substring(0, 3);
        return first;
    }
}

class Scale {
    private final int digits;

    Scale(int digits) {
        this.digits = digits;
    }

    public String rounded(double weight, String unit) {
        double factor = Math.pow(10, digits);
        return Math.round(weight * factor) + " c" + unit;
    }
}
