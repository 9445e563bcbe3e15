// Either side of a conditional expression, or its condition.
package targets.system.ternaries;

import java.util.Random;

class Greetings {
    String greet(String name) { // point: system
        return new Random().nextBoolean() ? "Hello " + name : "Good day " + name;
    }

    int number(boolean wanted) { // point: system
        return wanted ? new Random().nextInt() : 0;
    }

    String greetPlainly(String name) { // no point
        int lucky = new Random().nextInt();
        String greeting = name.isEmpty() ? "Hello" : "Hello " + name;
        System.out.println(lucky);
        return greeting;
    }
}
