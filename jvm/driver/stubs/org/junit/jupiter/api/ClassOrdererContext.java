package org.junit.jupiter.api;

import java.util.List;

public interface ClassOrdererContext {
    List<? extends ClassDescriptor> getClassDescriptors();
}
