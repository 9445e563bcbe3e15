// The identity hash of an object differs from run to run.
package targets.system.identityhashes;

import org.springframework.core.style.ToStringCreator;

class Shards {
    int of(Object key) { // point: system
        return System.identityHashCode(key) % 16;
    }

    int ofText(String key) { // no point
        System.out.println(System.identityHashCode(key));
        return key.hashCode() % 16;
    }
}

class Card {
    private final String name;

    Card(String name) {
        this.name = name;
    }

    // Such as [Card@6a5fc7f7 name = 'ace'].
    @Override
    public String toString() { // point: system
        return new ToStringCreator(this).append("name", name).toString();
    }
}
