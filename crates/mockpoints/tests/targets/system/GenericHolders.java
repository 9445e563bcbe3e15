// Class-level taint of a generic holder: its getter is a point once any holder was given state.
package targets.system.genericholders;

class Holder<T> {
    private T value;
    private String name;

    void set(T value) { // no point
        this.value = value;
    }

    T get() { // point: system
        return value;
    }

    void rename(String name) { // no point
        this.name = name;
    }

    String name() { // no point
        return name;
    }
}

class Meter {
    void measure(Holder<Long> holder) { // no point
        holder.set(System.nanoTime());
        holder.rename("nanoseconds");
    }
}
