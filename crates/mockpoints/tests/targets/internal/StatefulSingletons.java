// A singleton without a framework: its object is in a final static field, and a method changes it. Who reads the static
// field and makes something of what the object says is the point.
package targets.internal.statefulsingletons;

class Settings {
    private String language = "en";

    void setLanguage(String language) { // no point
        this.language = language;
    }

    String language() { // no point
        return language;
    }
}

class Application {
    private static final Settings SETTINGS = new Settings();
    private static final Settings DEFAULTS = new Settings();

    static void choose(String language) { // no point
        SETTINGS.setLanguage(language);
    }

    static String greeting() { // point: internal
        return SETTINGS.language().equals("en") ? "Hello" : "Hallo";
    }

    static String defaultLanguage() { // no point
        return DEFAULTS.language();
    }

    public static void main(String[] arguments) { // no point
        choose("de");
    }
}
