// Figure 6 and its examples 3.1 and 3.2: a branch on chance, and a field that carries it to every reader of that field.
package targets.figures.figure6;

import java.util.Random;

class C2 {
    public int m1(AClass anObject) { // point: system
        int random = (new Random()).nextInt();
        if (random < 10) {
            return 10;
        }
        anObject.aField = random + 1;
        return 0;
    }
}

class AClass {
    int aField;
    int anotherField;

    int getAField() { // point: system
        return aField;
    }

    int getAnotherField() { // no point
        return anotherField;
    }

    void logAField() { // no point
        System.out.println(aField);
    }
}
