// The caller sees a generic interface; the compiler's bridge is between it and the code. Bridges are never points.
package targets.system.bridges;

interface Source<T> {
    T next();
}

class Times implements Source<Long> {
    @Override
    public Long next() { // point: system
        return System.currentTimeMillis();
    }
}

interface Rule<T> {
    boolean accepts(T value);
}

class Positive implements Rule<Long> {
    @Override
    public boolean accepts(Long value) { // no point
        return value > 0;
    }
}

class Anything implements Rule<String> {
    @Override
    public boolean accepts(String value) { // no point
        return true;
    }
}

class Checks {
    boolean check(Positive rule) { // point: system
        Rule<Long> plain = rule;
        return plain.accepts(System.nanoTime());
    }

    boolean checkText(Anything rule) { // no point
        return rule.accepts("at " + System.nanoTime());
    }
}
