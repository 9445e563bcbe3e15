package shapes.hidden;

public interface Matcher {
    boolean matches(char character);
}
