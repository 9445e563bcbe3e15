// A guard around a log is a branch, but not on the state.
package targets.system.logguards;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

class Payments {
    private static final Logger LOG = LoggerFactory.getLogger(Payments.class);

    long pay(long amount) { // no point
        if (LOG.isDebugEnabled()) {
            LOG.debug("paying {} at {}", amount, System.currentTimeMillis());
        }
        return amount;
    }

    long payLate(long amount) { // point: system
        long now = System.currentTimeMillis();
        LOG.debug("paying {} at {}", amount, now);
        return amount + now % 2;
    }
}
