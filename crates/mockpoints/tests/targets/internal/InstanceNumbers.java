// A static counter numbers the objects: the field that has the number carries the state to its reader.
package targets.internal.instancenumbers;

class Job {
    private static int created;

    private final int number;
    private final String name;

    Job(String name) {
        this.number = ++created;
        this.name = name;
    }

    int number() { // point: internal
        return number;
    }

    String name() { // no point
        return name;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(new Job("clean").name());
    }
}
