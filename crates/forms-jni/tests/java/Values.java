package generated;

import java.math.*;
import java.time.*;
import java.util.*;

/** Random values of all types of components, the awkward ones more often than others. */
public final class Values {
    public enum Color { RED, GREEN, BLUE { @Override public String toString() { return "blue"; } } }

    private Values() {}

    public static boolean aBoolean(Random r) { return r.nextBoolean(); }
    public static byte aByte(Random r) { return (byte) r.nextInt(); }
    public static short aShort(Random r) { return (short) r.nextInt(); }
    public static char aChar(Random r) { return (char) (r.nextInt(4) == 0 ? 0xd800 + r.nextInt(2048) : r.nextInt(65536)); }
    public static int anInt(Random r) { return r.nextInt(4) == 0 ? pick(r, 0, -1, Integer.MIN_VALUE, Integer.MAX_VALUE) : r.nextInt(); }
    public static long aLong(Random r) { return r.nextInt(4) == 0 ? pick(r, 0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE, 1L << 53) : r.nextLong(); }

    public static float aFloat(Random r) {
        return r.nextInt(3) == 0 ? pick(r, 0f, -0f, Float.NaN, Float.MIN_VALUE, Float.NEGATIVE_INFINITY, 1e10f)
                : Float.intBitsToFloat(r.nextInt());
    }

    public static double aDouble(Random r) {
        return r.nextInt(3) == 0
                ? pick(r, 0.0, -0.0, Double.NaN, Double.longBitsToDouble(0x7ff0000000000001L), Double.MIN_VALUE, Double.MAX_VALUE, 0.1)
                : Double.longBitsToDouble(r.nextLong());
    }

    public static String aText(Random r) {
        if (r.nextInt(8) == 0) return null;
        StringBuilder text = new StringBuilder();
        for (int i = r.nextInt(30); i > 0; i--) {
            switch (r.nextInt(6)) {
                case 0: text.append(pick(r, "\"", "\\", "\n", "\r", "\t", "\0", "<", "&", "]]>", "\u2028", "\u007f", "*/", "\\u0041", "$", "'")); break;
                case 1: text.append(aChar(r)); break;
                case 2: text.appendCodePoint(0x1f600 + r.nextInt(50)); break;
                default: text.append((char) (' ' + r.nextInt(95)));
            }
        }
        return text.toString();
    }

    public static BigDecimal aDecimal(Random r) { return r.nextInt(8) == 0 ? null : new BigDecimal(new BigInteger(80, r), r.nextInt(30) - 10); }
    public static LocalDate aDate(Random r) { return r.nextInt(8) == 0 ? null : LocalDate.ofEpochDay(r.nextInt(4_000_000) - 2_000_000); }
    public static UUID anId(Random r) { return new UUID(r.nextLong(), r.nextLong()); }
    public static Color aColor(Random r) { return r.nextInt(5) == 0 ? null : pick(r, Color.values()); }
    public static Integer aBox(Random r) { return r.nextInt(5) == 0 ? null : anInt(r); }
    public static Double aDoubleBox(Random r) { return r.nextInt(5) == 0 ? null : aDouble(r); }

    public static int[] ints(Random r) {
        if (r.nextInt(8) == 0) return null;
        int[] values = new int[r.nextInt(5)];
        for (int i = 0; i < values.length; i++) values[i] = anInt(r);
        return values;
    }

    public static byte[] bytes(Random r) {
        byte[] values = new byte[r.nextInt(20)];
        r.nextBytes(values);
        return values;
    }

    public static String[] texts(Random r) {
        String[] values = new String[r.nextInt(4)];
        for (int i = 0; i < values.length; i++) values[i] = aText(r);
        return values;
    }

    public static long[][] table(Random r) {
        long[][] values = new long[r.nextInt(3)][];
        for (int i = 0; i < values.length; i++) values[i] = r.nextInt(4) == 0 ? null : new long[] {aLong(r), i};
        return values;
    }

    public static Object anything(Random r) {
        switch (r.nextInt(18)) {
            case 0: return null;
            case 1: return aBoolean(r);
            case 2: return aByte(r);
            case 3: return aShort(r);
            case 4: return aChar(r);
            case 5: return anInt(r);
            case 6: return aLong(r);
            case 7: return aFloat(r);
            case 8: return aDouble(r);
            case 9: return aDecimal(r);
            case 10: return aDate(r);
            case 11: return anId(r);
            case 12: return aColor(r);
            case 13: return aList(r);
            case 14: return Duration.ofSeconds(r.nextInt(), r.nextInt(1_000_000_000));
            case 15: return Optional.ofNullable(aText(r));
            case 16: return Instant.ofEpochSecond(r.nextInt(), r.nextInt(1_000_000_000));
            default: return aText(r);
        }
    }

    public static List<Object> aList(Random r) {
        if (r.nextInt(8) == 0) return null;
        List<Object> list = pick(r, new ArrayList<>(), new ArrayList<>(), new LinkedList<>(), new Vector<>());
        for (int i = r.nextInt(4); i > 0; i--) list.add(anything(r));
        return list;
    }

    public static Map<Object, Object> aMap(Random r) {
        Map<Object, Object> map = pick(r, new LinkedHashMap<>(), new HashMap<>());
        for (int i = r.nextInt(4); i > 0; i--) map.put(aText(r), anything(r));
        return map;
    }

    @SafeVarargs
    public static <T> T pick(Random r, T... values) { return values[r.nextInt(values.length)]; }
}
