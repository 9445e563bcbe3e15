// The static is read and changed in a lambda's body; the method around it is the point.
package targets.internal.lambdas;

import java.util.List;

class Numbering {
    private static int last;
    private static int step = 1;

    static List<String> number(List<String> lines) { // point: internal
        return lines.stream().map(line -> ++last + " " + line).toList();
    }

    static List<String> indent(List<String> lines) { // no point
        lines.forEach(line -> last++);
        return lines.stream().map(line -> " ".repeat(step) + line).toList();
    }

    public static void main(String[] arguments) { // no point
        System.out.println(number(List.of("a")) + "" + indent(List.of("b")));
    }
}
