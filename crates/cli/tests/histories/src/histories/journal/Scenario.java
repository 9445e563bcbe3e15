package histories.journal;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Plain objects that go into one whose state only calls give. */
class Scenario {
    static void run() {
        Journal journal = new Journal(new Format("yyyy", List.of("a", "b")));
        journal.add(new Entry("start", 3));
        journal.add(new Entry("stop", 4));
        journal.add(new Entry("start", 5));
        journal.summary();
    }
}

class Format {
    private final String pattern;
    private final List<String> columns;

    Format(String pattern, List<String> columns) {
        this.pattern = pattern;
        this.columns = columns;
    }

    String header() {
        return pattern + columns;
    }
}

record Entry(String name, int value) {
}

class Journal {
    private final Format format;
    private final Map<String, Integer> values = new HashMap<>();
    private int checksum;

    Journal(Format format) {
        this.format = format;
    }

    public void add(Entry entry) {
        values.merge(entry.name(), entry.value(), Integer::sum);
        checksum = checksum * 31 + entry.value();
    }

    public String summary() {
        return format.header() + values.get("start") + "/" + values.get("stop") + "/" + checksum;
    }
}
