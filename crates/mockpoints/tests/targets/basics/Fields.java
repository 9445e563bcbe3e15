package fields;

class Order {
    private long created;
    private long amount;
    private final long[] stamps = new long[3];
    private final long[] plain = new long[3];
    static final long START = System.currentTimeMillis();
    static final long ZERO = Long.parseLong("0");

    Order(long amount) { this.amount = amount; this.created = System.currentTimeMillis(); }
    long created() { return created; } // point: system
    long amount() { return amount; } // no point
    boolean isOld(long limit) { return created < limit; } // point: system
    boolean isLarge(long limit) { return amount < limit; } // no point
    void stamp(int index) { stamps[index] = System.nanoTime(); } // no point
    long stampAt(int index) { return stamps[index]; } // point: system
    void mark(int index) { plain[index] = index; } // no point
    long markAt(int index) { return plain[index]; } // no point
    static long start() { return START; } // point: system
    static long zero() { return ZERO; } // no point
}

class Written {
    long value;
    long other;
    static void fill(Written written, long time) { written.value = time; } // no point
    static void caller(Written written) { fill(written, System.nanoTime()); } // no point
    static void harmlessCaller(Written written) { fillOther(written, 5); } // no point
    static void fillOther(Written written, long time) { written.other = time; } // no point
    long read() { return value; } // point: system
    long readOther() { return other; } // no point
}

class Parent {
    protected long seen;
    void see() { seen = System.nanoTime(); } // no point
}

class Child extends Parent {
    long seen() { return seen; } // point: system
    protected long mine = 3;
    long mine() { return mine; } // no point
}
