package reenact.driver.junit;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import reenact.driver.Test;

/** The order in which tests were asked for. Jupiter makes the orderers itself, so they find it here. */
final class GivenOrder {
    private static volatile Map<String, Integer> methods = new HashMap<>();
    private static volatile Map<String, Integer> classes = new HashMap<>();

    private GivenOrder() {}

    static void set(List<Test> tests) {
        Map<String, Integer> ofMethods = new HashMap<>();
        Map<String, Integer> ofClasses = new HashMap<>();
        for (Test test : tests) {
            ofMethods.putIfAbsent(test.className + "#" + test.methodName, ofMethods.size());
            // A class that is only passed through comes where what is nested in it comes.
            for (String name = test.className; name.indexOf('$') > 0; name = name.substring(0, name.lastIndexOf('$'))) {
                ofClasses.putIfAbsent(name, ofClasses.size());
            }
        }
        methods = ofMethods;
        classes = ofClasses;
    }

    static int ofMethod(String className, String method) {
        return methods.getOrDefault(className + "#" + method, Integer.MAX_VALUE);
    }

    static int ofClass(String className) {
        return classes.getOrDefault(className, Integer.MAX_VALUE);
    }
}
