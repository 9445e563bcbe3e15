package reenact.driver.junit;

import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** Runs methods in the order in which they were asked for, unless their class demands another. */
public final class GivenMethodOrder implements MethodOrderer {
    @Override
    public void orderMethods(MethodOrdererContext context) {
        String className = context.getTestClass().getName();
        context.getMethodDescriptors().sort((a, b) -> Integer.compare(
            GivenOrder.ofMethod(className, a.getMethod().getName()),
            GivenOrder.ofMethod(className, b.getMethod().getName())));
    }
}
