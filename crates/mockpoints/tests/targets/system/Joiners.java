// Into a library's object that collects, and out of it.
package targets.system.joiners;

import java.util.StringJoiner;

class Labels {
    String label(String name) { // point: system
        StringJoiner label = new StringJoiner("/");
        label.add(name).add(String.valueOf(Math.random()));
        return label.toString();
    }

    String plain(String name) { // no point
        StringJoiner label = new StringJoiner("/");
        StringJoiner log = new StringJoiner("/");
        log.add(String.valueOf(Math.random()));
        System.out.println(log);
        return label.add(name).toString();
    }
}
