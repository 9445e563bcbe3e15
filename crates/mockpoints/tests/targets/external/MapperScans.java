// MyBatis: a scan without packages makes mappers of the interfaces of the package that it stands in.
package targets.external.mapperscans;

import java.util.function.UnaryOperator;
import org.mybatis.spring.annotation.MapperScan;

@MapperScan
class Persistence {}

interface SeatMapper {
    String seat(String guest);
}

class Seats {
    private SeatMapper mapper;
    private UnaryOperator<String> upper = String::toUpperCase;

    String seat(String guest) { // point: external
        return mapper.seat(guest);
    }

    String sign(String guest) { // no point
        return upper.apply(guest);
    }
}
