// Third-party ids are points themselves.
package targets.system.hutoolids;

import cn.hutool.core.util.IdUtil;

class Transactions {
    String next(String branch) { // no point
        return branch + IdUtil.simpleUUID();
    }
}
