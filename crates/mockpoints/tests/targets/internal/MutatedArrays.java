// The elements of a final array may change.
package targets.internal.mutatedarrays;

class Slots {
    private static final int[] TAKEN = new int[8];
    private static final int[] SIZES = {1, 2, 4, 8};

    static void take(int slot) { // no point
        TAKEN[slot] = 1;
    }

    static boolean isFree(int slot) { // point: internal
        return TAKEN[slot] == 0;
    }

    static int size(int slot) { // no point
        return SIZES[slot];
    }

    public static void main(String[] arguments) { // no point
        take(3);
    }
}
