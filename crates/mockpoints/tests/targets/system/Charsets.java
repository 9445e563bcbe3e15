// The default charset of the machine.
package targets.system.charsets;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

class Encoding {
    byte[] encode(String text) { // point: system
        return text.getBytes(Charset.defaultCharset());
    }

    byte[] encodePlainly(String text) { // no point
        System.out.println(Charset.defaultCharset());
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
