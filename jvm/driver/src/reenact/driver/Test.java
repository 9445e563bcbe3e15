package reenact.driver;

import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A test that was asked for: a method of a class, which the class may have inherited. */
public final class Test {
    /** Its place in the list that was sent. */
    final int index;

    public final String className;
    public final String methodName;

    /** The fault that it is run with, see {@link Mutants}; 0 is none. */
    final int mutant;

    /** The method whose calls an agent records meanwhile, such as {@code pkg.Class#method}; empty means all. */
    final String recorded;

    /** Requests to the agent right before it starts. */
    final List<byte[]> requests;

    /** The types of its parameters by the names that {@link Class#getName} gives, or null if any will do. */
    final List<String> parameters;

    /** The class, once it is loaded. */
    public Class<?> type;

    /** The methods that are meant, the most specific ones only. */
    public List<Method> methods;

    private Test(
            int index,
            int mutant,
            String recorded,
            List<byte[]> requests,
            String className,
            String methodName,
            List<String> parameters) {
        this.index = index;
        this.mutant = mutant;
        this.recorded = recorded;
        this.requests = requests;
        this.className = className;
        this.methodName = methodName;
        this.parameters = parameters;
    }

    static Test read(FrameReader frame) throws IOException {
        int index = frame.number();
        int mutant = frame.number();
        String recorded = frame.text();
        List<byte[]> requests = new ArrayList<>();
        for (int count = frame.count(); count > 0; count--) {
            requests.add(frame.bytes());
        }
        String className = frame.text();
        String methodName = frame.text();
        List<String> parameters = frame.flag() ? frame.texts() : null;
        return new Test(index, mutant, recorded, requests, className, methodName, parameters);
    }

    /** The class outside of which nothing of this test lies. */
    String topLevelName() {
        int dollar = className.indexOf('$', className.lastIndexOf('.') + 2);
        return dollar < 0 ? className : className.substring(0, dollar);
    }

    /** Loads the class, without initializing it, and finds the methods; there may be none. */
    void resolve(ClassLoader loader) throws ClassNotFoundException {
        type = Class.forName(className, false, loader);
        Map<String, Method> found = new LinkedHashMap<>();
        collect(type, found);
        methods = new ArrayList<>(found.values());
    }

    /** Lets go of the class, which would keep its loader alive with all that it has loaded. */
    void forget() {
        type = null;
        methods = null;
    }

    private void collect(Class<?> from, Map<String, Method> found) {
        for (Method method : from.getDeclaredMethods()) {
            boolean isMeant = method.getName().equals(methodName) && !method.isBridge() && !method.isSynthetic();
            String types = parameterNames(method);
            if (isMeant && (parameters == null || types.equals(join(parameters))) && !found.containsKey(types)) {
                found.put(types, method);
            }
        }
        if (from.getSuperclass() != null) {
            collect(from.getSuperclass(), found);
        }
        for (Class<?> implemented : from.getInterfaces()) {
            collect(implemented, found);
        }
    }

    /** As {@code MethodSource} of the JUnit Platform has them. */
    public static String parameterNames(Method method) {
        List<String> names = new ArrayList<>();
        for (Class<?> parameter : method.getParameterTypes()) {
            names.add(parameter.getName());
        }
        return join(names);
    }

    private static String join(List<String> names) {
        return String.join(", ", names);
    }

    /** Whether JUnit 4 runs it; otherwise it is the platform's. Found by names, since either may be missing. */
    boolean isJUnit4() {
        for (Method method : methods) {
            if (has(method.getDeclaredAnnotations(), "org.junit.Test")) {
                return true;
            }
        }
        return isJUnit4Class(type);
    }

    /** Whether a class says that JUnit 4 runs it, whatever its methods say. */
    static boolean isJUnit4Class(Class<?> type) {
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            if (at.getName().equals("junit.framework.TestCase")) {
                return true;
            }
            for (Annotation annotation : at.getDeclaredAnnotations()) {
                if (annotation.annotationType().getName().equals("org.junit.runner.RunWith")) {
                    // This runner is JUnit 4's way into the platform, and the platform needs no way into itself.
                    return !annotation.toString().contains("org.junit.platform.runner.JUnitPlatform");
                }
            }
        }
        return false;
    }

    /** Whether it is a test case of JUnit 3 that no other runner runs. */
    boolean isJUnit3() {
        boolean isTestCase = false;
        for (Class<?> at = type; at != null; at = at.getSuperclass()) {
            isTestCase |= at.getName().equals("junit.framework.TestCase");
            if (has(at.getDeclaredAnnotations(), "org.junit.runner.RunWith")) {
                return false;
            }
        }
        return isTestCase;
    }

    static boolean has(Annotation[] annotations, String name) {
        return Arrays.stream(annotations).anyMatch(each -> each.annotationType().getName().equals(name));
    }

    @Override
    public String toString() {
        String types = parameters == null ? "" : "(" + join(parameters) + ")";
        return className + "#" + methodName + types;
    }
}
