package traces;

public class Main {
    public static void main(String[] arguments) throws Exception {
        for (String trace : arguments) {
            var scenario = Class.forName("traces." + trace + ".Scenario").getDeclaredMethod("run");
            scenario.setAccessible(true);
            scenario.invoke(null);
        }
    }
}
