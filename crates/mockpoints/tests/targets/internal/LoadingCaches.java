// A cache that loads what it lacks, and one of Spring's.
package targets.internal.loadingcaches;

import com.github.benmanes.caffeine.cache.LoadingCache;

class Forecasts {
    private final LoadingCache<String, String> byCity;
    private final org.springframework.cache.Cache byCountry;

    Forecasts(LoadingCache<String, String> byCity, org.springframework.cache.Cache byCountry) {
        this.byCity = byCity;
        this.byCountry = byCountry;
    }

    String city(String name) { // point: internal
        return byCity.get(name);
    }

    String country(String name) { // point: internal
        return byCountry.get(name, String.class);
    }

    void forget(String name) { // no point
        byCity.invalidate(name);
        byCountry.evict(name);
    }
}
