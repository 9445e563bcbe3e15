// Two methods call each other; only the one with the source is a point.
package targets.system.mutualrecursion;

class Parity {
    boolean isEvenSecond() { // point: system
        return isEven(java.time.LocalTime.now().getSecond());
    }

    boolean isEvenSize(int size) { // no point
        System.out.println(java.time.LocalTime.now());
        return isEven(size);
    }

    private boolean isEven(int number) { // no point
        return number == 0 || isOdd(number - 1);
    }

    private boolean isOdd(int number) { // no point
        return number != 0 && isEven(number - 1);
    }
}
