// A method that counts and returns something else reads the counter, but nothing comes of it.
package targets.internal.countingreaders;

class Quotes {
    private static int asked;

    static String quote(String author) { // no point
        asked++;
        return "by " + author;
    }

    static String numbered(String author) { // point: internal
        return ++asked + " by " + author;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(quote("Ann") + numbered("Ben"));
    }
}
