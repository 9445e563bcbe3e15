// Methods that are named like sources, of classes that are not.
package targets.system.samenames;

class System2 {
    static long currentTimeMillis() { // no point
        return 0;
    }
}

class Random {
    int nextInt() { // no point
        return 4;
    }
}

class Chosen {
    long time() { // no point
        return System2.currentTimeMillis();
    }

    int number() { // no point
        return new Random().nextInt();
    }

    int chance() { // point: system
        return new java.util.Random().nextInt();
    }
}
