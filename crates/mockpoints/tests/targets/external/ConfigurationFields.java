// A value from a configuration centre is kept in a field, and read there later.
package targets.external.configurationfields;

import com.ctrip.framework.apollo.Config;

class Theme {
    private final Config config;
    private String colour = "blue";
    private String font = "serif";

    Theme(Config config) {
        this.config = config;
    }

    void refresh() { // no point
        colour = config.getProperty("colour", "blue");
    }

    String colour() { // point: external
        return colour;
    }

    String font() { // no point
        System.out.println(colour);
        return font;
    }
}
