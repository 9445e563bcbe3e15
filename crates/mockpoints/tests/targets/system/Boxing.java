// Boxed, unboxed, and compared as an object.
package targets.system.boxing;

class Dice {
    Integer roll() { // point: system
        Integer eyes = (int) (Math.random() * 6);
        return eyes + 1;
    }

    boolean isSix() { // point: system
        Object eyes = Integer.valueOf((int) (Math.random() * 6));
        return eyes.equals(5);
    }

    Integer loaded() { // no point
        Integer eyes = (int) (Math.random() * 6);
        System.out.println(eyes);
        Integer six = 6;
        return six;
    }
}
