// Spring's Redis template: getting the operations does not call out, using them does.
package targets.external.redistemplates;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.ValueOperations;

class Limits {
    private StringRedisTemplate redis;

    boolean isOver(String user) { // point: external
        return redis.opsForValue().increment(key(user)) > 10;
    }

    void reset(String user) { // point: external
        ValueOperations<String, String> values = redis.opsForValue();
        values.set(key(user), "0");
    }

    String key(String user) { // no point
        return "limit:" + user;
    }

    boolean isReady() { // no point
        return redis.opsForValue() != null;
    }
}
