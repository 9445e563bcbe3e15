package shapes.proxied;

import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A service with a repository that is a proxy, as frameworks make them. */
class Scenario {
    static void run() {
        Map<Integer, Owner> owners = new TreeMap<>();
        owners.put(1, new Owner(1, "Ann"));
        owners.put(2, new Owner(2, "Bea"));
        Owners repository = (Owners) Proxy.newProxyInstance(
                Scenario.class.getClassLoader(),
                new Class<?>[] {Owners.class},
                (proxy, method, given) -> switch (method.getName()) {
                    case "findById" -> Optional.ofNullable(owners.get(given[0]));
                    case "findAll" -> new ArrayList<>(owners.values());
                    case "save" -> given[0];
                    case "count" -> (long) owners.size();
                    case "deleteById" -> {
                        if (!owners.containsKey(given[0])) {
                            throw new IllegalStateException("no owner " + given[0]);
                        }
                        owners.remove(given[0]);
                        yield null;
                    }
                    default -> throw new UnsupportedOperationException();
                });
        Clinic clinic = new Clinic(repository);
        clinic.pair(1, 2);
        clinic.greet(1);
        clinic.greet(7);
        clinic.names();
        clinic.register("Cid");
        clinic.remove(2);
        try {
            clinic.remove(9);
        } catch (IllegalStateException expected) {
            // It is what is recorded.
        }
    }
}

class Owner {
    private final Integer id;
    private String name;

    Owner(Integer id, String name) {
        this.id = id;
        this.name = name;
    }

    public Integer getId() {
        return id;
    }

    public String getName() {
        return name;
    }

    public void setName(String name) {
        this.name = name;
    }
}

interface Repository<T, K> {
    <S extends T> S save(S entity);

    Optional<T> findById(K id);

    List<T> findAll();

    long count();

    void deleteById(K id);
}

interface Owners extends Repository<Owner, Integer> {
    default boolean isEmpty() {
        return count() == 0;
    }
}

class Clinic {
    private final Owners owners;
    private int served;

    Clinic(Owners owners) {
        this.owners = owners;
    }

    public String greet(int id) {
        served++;
        return owners.findById(id).map(owner -> "Hello " + owner.getName()).orElse("Who is it?");
    }

    public String pair(int one, int other) {
        return owners.findById(one).map(Owner::getName).orElse("?") + " and "
                + owners.findById(other).map(Owner::getName).orElse("?");
    }

    public List<String> names() {
        return owners.findAll().stream().map(Owner::getName).toList();
    }

    public Owner register(String name) {
        Owner saved = owners.save(new Owner(null, name));
        saved.setName(saved.getName() + "!");
        return saved;
    }

    /** The count is asked twice, and has changed in between. */
    public long remove(int id) {
        long before = owners.count();
        owners.deleteById(id);
        return before - owners.count();
    }

    public int getServed() {
        return served;
    }
}
