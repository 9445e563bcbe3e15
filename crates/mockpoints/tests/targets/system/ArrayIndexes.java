// An element of a constant array depends on the index.
package targets.system.arrayindexes;

class Proverbs {
    private static final String[] ALL = {"Haste makes waste", "Still waters run deep"};

    String ofTheDay() { // point: system
        return ALL[(int) (Math.random() * ALL.length)];
    }

    String at(int position) { // no point
        System.out.println(Math.random());
        return ALL[position % ALL.length];
    }
}
