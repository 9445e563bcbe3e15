// The value of a final field of an immutable type is a constant, however it was computed; a log is not a sink.
package targets.internal.constants;

import java.math.BigDecimal;
import java.util.logging.Logger;
import java.util.regex.Pattern;

class Postcodes {
    private static final Logger LOG = Logger.getLogger("postcodes");
    private static final Pattern FORM = Pattern.compile("[0-9]{5}");
    private static final BigDecimal FEE = new BigDecimal("4.90");
    private static final String COUNTRY = "de".toUpperCase();
    private static long checked;

    static boolean isValid(String code) { // no point
        LOG.info(code);
        checked++;
        return FORM.matcher(code).matches();
    }

    static String label(String code) { // no point
        return COUNTRY + "-" + code + " for " + FEE;
    }

    static boolean isUsed() { // point: internal
        return checked > 0;
    }

    public static void main(String[] arguments) { // no point
        System.out.println(isValid("12345"));
    }
}
