/** The part of a class of this name that {@code Dump} needs: text that a line can hold. */
final class Says {
    private Says() { }

    static String hex(String text) {
        StringBuilder hex = new StringBuilder("x");
        for (int i = 0; i < text.length(); i++) {
            hex.append(String.format("%04x", (int) text.charAt(i)));
        }
        return hex.toString();
    }
}
