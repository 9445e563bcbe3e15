package dev.reenact.bench;

/** The least that a JVM can be started for. */
public final class Hello {

    private Hello() {}

    public static void main(String[] arguments) {
        String greeting = "hello";
        System.out.println(greeting);
    }
}
