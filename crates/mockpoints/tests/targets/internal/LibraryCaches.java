// Caches of libraries hold state, whatever object refers to them.
package targets.internal.librarycaches;

import com.google.common.cache.Cache;

class Avatars {
    private final Cache<String, String> cache;

    Avatars(Cache<String, String> cache) {
        this.cache = cache;
    }

    String avatar(String user) { // point: internal
        String known = cache.getIfPresent(user);
        return known == null ? "blank" : known;
    }

    void store(String user, String avatar) { // no point
        cache.put(user, avatar);
    }

    String log(String user) { // no point
        System.out.println(cache.getIfPresent(user));
        return user;
    }
}
