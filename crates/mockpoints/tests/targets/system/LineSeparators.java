// The separator of lines is the machine's.
package targets.system.lineseparators;

class Lines {
    String join(String first, String second) { // point: system
        return first + System.lineSeparator() + second;
    }

    String joinPlain(String first, String second) { // no point
        System.out.print(first + System.lineSeparator());
        return first + "\n" + second;
    }
}
