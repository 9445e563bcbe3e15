package redis.clients.jedis;

public abstract class Jedis {
    public abstract String get(String key);

    public abstract long incr(String key);
}
