// The usual timing: only logged it is harmless; a threshold makes another path of it.
package targets.system.timinglogs;

import java.util.logging.Logger;

class Search {
    private static final Logger LOG = Logger.getLogger("search");

    int find(String text) { // no point
        long start = System.currentTimeMillis();
        int found = text.indexOf("tea");
        LOG.info("searched in " + (System.currentTimeMillis() - start) + " ms");
        return found;
    }

    int findWithWarning(String text) { // point: system
        long start = System.currentTimeMillis();
        int found = text.indexOf("tea");
        long took = System.currentTimeMillis() - start;
        if (took > 100) {
            LOG.warning("slow: " + took + " ms");
        }
        return found;
    }
}
