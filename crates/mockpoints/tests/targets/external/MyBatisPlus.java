// MyBatis-Plus: mappers by their superinterface.
package targets.external.mybatisplus;

import com.baomidou.mybatisplus.core.mapper.BaseMapper;

interface CouponMapper extends BaseMapper<String> {}

interface CouponRules {
    String selectById(long id);
}

class Coupons {
    private CouponMapper mapper;
    private CouponRules rules;

    String code(long id) { // point: external
        return mapper.selectById(id);
    }

    String rule(long id) { // no point
        return rules.selectById(id);
    }
}
