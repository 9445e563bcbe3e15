// Formatted text that is returned, and formatted text that is logged.
package targets.system.formats;

import java.util.logging.Logger;

class Invoices {
    private static final Logger LOG = Logger.getLogger("invoices");

    String footer(String number) { // point: system
        return String.format("%s, printed on %tF", number, new java.util.Date());
    }

    String header(String number) { // no point
        LOG.info(String.format("%s printed on %tF", number, new java.util.Date()));
        return String.format("Invoice %s", number);
    }
}
