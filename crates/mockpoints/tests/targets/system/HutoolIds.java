// Third-party ids are points themselves; the JDK's make a point of their caller.
package targets.system.hutoolids;

import cn.hutool.core.util.IdUtil;

class Transactions {
    String next(String branch) { // no point
        return branch + IdUtil.simpleUUID();
    }

    String nextByJdk(String branch) { // point: system
        return branch + java.util.UUID.randomUUID();
    }
}
