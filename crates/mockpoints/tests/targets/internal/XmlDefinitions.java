// Spring: beans whose class is not on their own element, whose properties are attributes, and that a method makes.
package targets.internal.xmldefinitions;

import org.springframework.web.bind.annotation.GetMapping;

class Inheriting {
    private String mode = "";
    private String last = "";

    public void setMode(String mode) { // no point
        this.mode = mode;
    }

    @GetMapping("/last")
    void remember(String text) { // no point
        last = text;
    }

    String last() { // point: internal
        return last;
    }

    String mode() { // no point
        return mode;
    }
}

class Made {
    private int count;

    @GetMapping("/made")
    void use() { // no point
        count++;
    }

    int count() { // point: internal
        return count;
    }
}

class Maker {
    private int count;

    static Made make() { // no point
        return new Made();
    }

    @GetMapping("/maker")
    void use() { // no point
        count++;
    }

    int count() { // no point
        return count;
    }
}
