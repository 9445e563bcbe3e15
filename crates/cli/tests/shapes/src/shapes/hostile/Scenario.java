package shapes.hostile;

/** Strings that would like to be code. */
class Scenario {
    static void run() {
        Echo echo = new Echo("\"); System.exit(1); //");
        echo.say("\\u000a System.exit(2); /*");
        echo.say("*/ System.exit(3); /*");
        echo.say("\\u0022); System.exit(4); //");
        echo.say("\"\"\"\n + System.getenv() + \"\"\"\n");
        echo.say("\u202e\u2066 reversed \u2028 and \0 nothing");
        try {
            echo.fail("${jndi:ldap://x} \r\n*/ System.exit(5); //");
        } catch (IllegalStateException expected) {
            // It is what is recorded.
        }
    }
}

class Echo {
    private final String prefix;

    Echo(String prefix) {
        this.prefix = prefix;
    }

    public String say(String text) {
        return prefix + text;
    }

    public void fail(String text) {
        throw new IllegalStateException(text);
    }
}
