// The field is the superclass's, the writer and the reader are below it.
package targets.system.inheritedfields;

abstract class Document {
    protected String stamp;
    protected String title;
}

class Contract extends Document {
    void sign(String title) { // no point
        stamp = java.time.Instant.now().toString();
        this.title = title;
    }
}

class Letter extends Document {
    String stamp() { // point: system
        return this.stamp;
    }

    String title() { // no point
        return this.title;
    }
}
