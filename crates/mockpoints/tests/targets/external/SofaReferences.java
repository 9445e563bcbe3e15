// SOFA: a reference by annotation.
package targets.external.sofareferences;

import com.alipay.sofa.runtime.api.annotation.SofaReference;

interface RiskService {
    int score(String user);
}

interface RiskRules {
    int score(String user);
}

class Orders {
    @SofaReference
    private RiskService risk;

    private RiskRules rules;

    boolean isAllowed(String user) { // point: external
        return risk.score(user) < 50;
    }

    boolean isAllowedByRule(String user) { // no point
        return rules.score(user) < 50;
    }
}
