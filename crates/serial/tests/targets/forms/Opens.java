//- module-info.java
module targets.opens {
    exports targets.exported;
    opens targets.opened;
}
//- io/reenact/serial/package-info.java
/** Part of this module, so that the target needs no other one. */
package io.reenact.serial;
//- targets/exported/Exported.java
package targets.exported;

import io.reenact.serial.*;

@Serializer
public class Exported { // writes: 1 (int x)
    @Deserializer
    public Exported(int x) {} // reads: 1 (int x)
    public int x() { return 1; }
}
//- targets/opened/Opened.java
package targets.opened;

import io.reenact.serial.*;

class Opened {
    @Serializer
    private int x() { return 1; } // writes: 1 (int x)
    @Deserializer
    private Opened(int x) {} // reads: 1 (int x)
}
//- targets/hidden/Hidden.java
package targets.hidden;

import io.reenact.serial.*;

@Serializer
public class Hidden { // writes: 1 (int x) // unusable: NotExported
    @Deserializer
    public Hidden(int x) {} // reads: 1 (int x) // unusable: NotExported
    public int x() { return 1; }
}
