// Third-party methods of chance are points themselves, as in the paper (section 3.1.1); their callers are not.
package targets.system.commonsrandom;

import org.apache.commons.lang3.RandomStringUtils;
import org.apache.commons.lang3.RandomUtils;

class Passwords {
    String initial() { // no point
        return RandomStringUtils.randomAlphanumeric(12);
    }

    boolean isLucky() { // no point
        return RandomUtils.nextInt(0, 10) == 7;
    }

    boolean isLuckyByJdk() { // point: system
        return new java.util.Random().nextInt(10) == 7;
    }
}
