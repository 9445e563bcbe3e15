package figure6;

import java.util.Random;

class AClass {
    int aField;
    int bField;
    int getA() { // point: system
        return aField;
    }
    int getB() { // no point
        return bField;
    }
}

class C2 {
    public int m1(AClass anObject) { // point: system
        int random = (new Random()).nextInt();
        if (random < 10) {
            return 10;
        }
        anObject.aField = random + 1;
        return 0;
    }
    public int twin(AClass anObject) { // no point
        int random = (new Random()).nextInt();
        anObject.aField = random + 1;
        return 0;
    }
}
