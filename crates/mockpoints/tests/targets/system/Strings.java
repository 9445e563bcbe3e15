// Through methods of strings.
package targets.system.strings;

import java.util.UUID;

class Coupons {
    String code() { // point: system
        return UUID.randomUUID().toString().replace("-", "").substring(0, 8).toUpperCase();
    }

    String codeOf(String customer) { // no point
        String chance = UUID.randomUUID().toString().substring(0, 8);
        System.out.println(chance);
        return customer.replace(" ", "-").toUpperCase();
    }
}
