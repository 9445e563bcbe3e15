package reenact.driver.junit;

import org.junit.jupiter.api.ClassOrderer;
import org.junit.jupiter.api.ClassOrdererContext;

/** Runs nested classes in the order in which they were asked for. */
public final class GivenClassOrder implements ClassOrderer {
    @Override
    public void orderClasses(ClassOrdererContext context) {
        context.getClassDescriptors().sort((a, b) -> Integer.compare(
            GivenOrder.ofClass(a.getTestClass().getName()), GivenOrder.ofClass(b.getTestClass().getName())));
    }
}
