package com.acme.shop; // class Wrong {
/** Not class This { void m(int wrong) } */
@Entity(name = "order {") public final class Order<K extends Comparable<K>, V> implements Map.Entry<K, V> {
    private final Map<String, List<Integer>> lines = new HashMap<>() {{ put("a(int b) {", null); }};
    static final int[] SIZES = {1, 2}, OTHERS = f(3);
    char brace = '{', quote = '\'';
    String block = """
        void inBlock(int wrong) { "" \""" }
        """;
    public Order(final @Nullable String customer, int... sizes) { this.customer = customer; }
    @Override public <T extends List<? super V>> T add(K key, V[] values, T more, Map.Entry<K, V> entry) throws E {
        class Local { void local(int wrong) {} }
        return null;
    }
    abstract long total(long cents[], @Size(max = 3) double rate);
    enum Status { OPEN(1) { int code(int inner) { return 0; } }, CLOSED(2); Status(int code) {} int of(Status this, int x) { return x; } }
    record Point(int x, int y) { Point { check(x, y); } }
    interface Visitor<R> { R visit(java.util.Date date, R before); }
    @interface Marked { String value() default "x"; }
}
