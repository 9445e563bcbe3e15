package shapes;

public class Main {
    public static void main(String[] arguments) throws Exception {
        for (String shape : arguments) {
            var scenario = Class.forName("shapes." + shape + ".Scenario").getDeclaredMethod("run");
            scenario.setAccessible(true);
            scenario.invoke(null);
        }
    }
}
