// Figure 9: a point that writes to what it is given. The written field carries nothing of the system's state.
package targets.figures.figure9;

import java.util.Random;

class C3 {
    public int m1(SomeClass someObject) { // point: system
        someObject.someField = 1;
        return (new Random()).nextInt();
    }
}

class SomeClass {
    int someField;

    int getSomeField() { // no point
        return someField;
    }
}
