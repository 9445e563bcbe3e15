// State goes through a helper, which is not a point; a caller of a point is not one either.
package targets.internal.helpers;

class Greeter {
    private static String mood = "fine";

    static void cheer() { // no point
        mood = "great";
    }

    private static String sentence(String word) { // no point
        return "I feel " + word;
    }

    static String answer() { // point: internal
        return sentence(mood);
    }

    static String conversation() { // no point
        return "How are you? " + answer();
    }

    static String constant() { // no point
        return sentence("nothing");
    }

    public static void main(String[] arguments) { // no point
        cheer();
    }
}
