package shapes.setters;

/** One setter touches several fields. */
class Scenario {
    static void run() {
        Range range = new Range();
        range.setBounds(3, 9);
        range.setName("digits");
        range.contains(4);
        range.contains(10);
    }
}

class Range {
    private int low;
    private int high;
    private String name;

    public void setBounds(int low, int high) {
        this.low = low;
        this.high = high;
    }

    public void setName(String name) {
        this.name = name;
    }

    public boolean contains(int number) {
        return low <= number && number <= high;
    }
}
