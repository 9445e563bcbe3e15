// Redis by Jedis.
package targets.external.jedisclients;

import redis.clients.jedis.Jedis;

class Stock {
    private final Jedis jedis;

    Stock(Jedis jedis) {
        this.jedis = jedis;
    }

    long take(String item) { // point: external
        return jedis.incr("taken:" + item);
    }

    boolean isConnected() { // no point
        return jedis != null;
    }
}
