package shapes.refused;

/** What cannot be built from outside: two constructors that exclude each other, and one that is not a copy. */
class Scenario {
    static void run() {
        Either either = new Either("a");
        either.both();
        Doubled doubled = new Doubled(new int[] {1, 2});
        doubled.length();
        new Upload("/tmp/upload8012345678/a.txt").name();
    }
}

/** A path that only this run had. */
class Upload {
    private final String path;

    Upload(String path) {
        this.path = path;
    }

    public String name() {
        return path.substring(path.lastIndexOf('/') + 1);
    }
}

class Either {
    private final String left;
    private final Integer right;
    private static int made;
    private final int number;

    Either(String left) {
        this.left = left;
        this.right = null;
        this.number = made++;
    }

    Either(Integer right) {
        this.left = null;
        this.right = right;
        this.number = made++;
    }

    public String both() {
        return left + " or " + right;
    }
}

/** Not a copy: twice as long. */
class Doubled {
    private final int[] numbers;

    Doubled(int[] numbers) {
        this.numbers = new int[numbers.length * 2];
        System.arraycopy(numbers, 0, this.numbers, 0, numbers.length);
    }

    public int length() {
        return numbers.length;
    }
}
