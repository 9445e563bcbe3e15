package org.junit.runner.manipulation;

import java.util.Comparator;
import org.junit.runner.Description;

public class Sorter {
    public Sorter(Comparator<Description> comparator) { throw new Error(); }
    public void apply(Object target) { throw new Error(); }
}
