package histories;

public class Main {
    public static void main(String[] arguments) throws Exception {
        for (String trace : arguments) {
            var scenario = Class.forName("histories." + trace + ".Scenario").getDeclaredMethod("run");
            scenario.setAccessible(true);
            scenario.invoke(null);
        }
    }
}
