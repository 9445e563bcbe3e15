// A call of the superclass's method is to that one alone.
package targets.system.supercalls;

class Account {
    String describe(long time) { // no point
        return "account";
    }
}

class Premium extends Account {
    @Override
    String describe(long time) { // no point
        return "premium since " + time;
    }

    String plain() { // no point
        return super.describe(System.currentTimeMillis());
    }

    String full() { // point: system
        return describe(System.currentTimeMillis());
    }
}
