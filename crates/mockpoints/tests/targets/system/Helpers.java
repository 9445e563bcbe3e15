// Through helpers two calls deep. They are not points: the method with the source is.
package targets.system.helpers;

class Prices {
    long today(long base) { // point: system
        return rounded(base, System.currentTimeMillis());
    }

    long logged(long base) { // no point
        note(base, System.currentTimeMillis());
        return rounded(base, 0);
    }

    private long rounded(long base, long time) { // no point
        return shifted(base * 100, time) / 100;
    }

    private long shifted(long base, long time) { // no point
        return base + time % 7;
    }

    private void note(long base, long time) { // no point
        String text = base + " priced at " + time;
        System.out.println(text);
    }
}
