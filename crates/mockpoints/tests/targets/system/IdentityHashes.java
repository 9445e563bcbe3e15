// The identity hash of an object differs from run to run.
package targets.system.identityhashes;

class Shards {
    int of(Object key) { // point: system
        return System.identityHashCode(key) % 16;
    }

    int ofText(String key) { // no point
        System.out.println(System.identityHashCode(key));
        return key.hashCode() % 16;
    }
}
