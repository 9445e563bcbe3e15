package figure9;

import java.util.Random;

class SomeClass {
    int someField;
    int read() { // no point
        return someField;
    }
}

class C3 {
    public int m1(SomeClass someObject) { // point: system
        someObject.someField = 1;
        return (new Random()).nextInt();
    }
}
