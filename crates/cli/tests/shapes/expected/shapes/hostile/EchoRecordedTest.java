package shapes.hostile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Calls of {@link Echo} as they were recorded. */
class EchoRecordedTest {
    @Test
    void say_u000aSystemExit2_returnsSystemExit1U000a() {
        Echo echo = new Echo("\"); System.exit(1); //");

        String result = echo.say("\\u000a System.exit(2); /*");

        assertEquals("\"); System.exit(1); //\\u000a System.exit(2); /*", result);
    }

    @Test
    void say_SystemExit3_returnsSystemExit1() {
        Echo echo = new Echo("\"); System.exit(1); //");

        String result = echo.say("*/ System.exit(3); /*");

        assertEquals("\"); System.exit(1); //*/ System.exit(3); /*", result);
    }

    @Test
    void say_u0022SystemExit4_returnsSystemExit1U0022() {
        Echo echo = new Echo("\"); System.exit(1); //");

        String result = echo.say("\\u0022); System.exit(4); //");

        assertEquals("\"); System.exit(1); //\\u0022); System.exit(4); //", result);
    }

    @Test
    void say_SystemGetenv_returnsSystemExit1() {
        Echo echo = new Echo("\"); System.exit(1); //");

        String result = echo.say("\"\"\"\n + System.getenv() + \"\"\"\n");

        assertEquals(
                """
                "); System.exit(1); //""\"
                 + System.getenv() + ""\"
                """,
                result);
    }

    @Test
    void say_reversedAnd_returnsSystemExit1() {
        Echo echo = new Echo("\"); System.exit(1); //");

        String result = echo.say("\u202e\u2066 reversed \u2028 and \u0000 nothing");

        assertEquals(
                "\"); System.exit(1); //\u202e\u2066 reversed \u2028 and \u0000 nothing", result);
    }

    @Test
    void fail_jndiLdapXSystem_throwsIllegalStateException() {
        Echo echo = new Echo("\"); System.exit(1); //");

        IllegalStateException thrown = assertThrows(
                IllegalStateException.class,
                () -> echo.fail("${jndi:ldap://x} \r\n*/ System.exit(5); //"));
        assertEquals("${jndi:ldap://x} \r\n*/ System.exit(5); //", thrown.getMessage());
    }
}
