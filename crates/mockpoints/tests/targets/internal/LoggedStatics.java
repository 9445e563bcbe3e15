// A static that is read for a log only.
package targets.internal.loggedstatics;

class Importer {
    private static long rows;

    static int load(int count) { // no point
        rows += count;
        System.out.println("rows so far: " + rows);
        return count;
    }

    static boolean isLarge() { // point: internal
        return rows > 1_000_000;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(load(3));
    }
}
