package histories.retyped;

import java.util.ArrayList;
import java.util.List;

/** An object that gets other type arguments by a call which returns it. */
class Scenario {
    static void run() {
        Options options = new Options();
        Options.Option<Integer> count = options.accepts("count").ofType(Integer.class);
        count.defaultsTo(3);
        count.show(1);
    }
}

class Options {
    private final List<Option<?>> all = new ArrayList<>();

    public Option<String> accepts(String name) {
        Option<String> option = new Option<>(name, all.size());
        all.add(option);
        return option;
    }

    static class Option<V> {
        private final String name;
        private final int number;
        private Class<?> type = String.class;
        private final List<V> defaults = new ArrayList<>();
        private int changes;

        private Option(String name, int number) {
            this.name = name;
            this.number = number;
        }

        @SuppressWarnings("unchecked")
        public <T> Option<T> ofType(Class<T> type) {
            this.type = type;
            changes++;
            return (Option<T>) this;
        }

        public Option<V> defaultsTo(V value) {
            defaults.add(value);
            changes++;
            return this;
        }

        public String show(int indent) {
            return " ".repeat(indent) + number + name + type.getSimpleName() + defaults + changes;
        }
    }
}
