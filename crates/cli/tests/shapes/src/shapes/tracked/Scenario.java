package shapes.tracked;

import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A mapper puts collections of its own around those of the program, to see what becomes of them. */
class Scenario {
    static void run() {
        Owner owner = new Owner("Ann");
        owner.setPets(new ArrayList<>(List.of("Rex", "Tom")));
        owner.setVisits(new LinkedHashMap<>(Map.of("Rex", 3)));
        Mapper.manage(owner);
        owner.describe();
        owner.adopt("Kim");
        owner.petsFrom(1);
    }
}

class Owner {
    private final String name;
    private List<String> pets;
    private Map<String, Integer> visits;

    Owner(String name) {
        this.name = name;
    }

    void setPets(List<String> pets) {
        this.pets = pets;
    }

    void setVisits(Map<String, Integer> visits) {
        this.visits = visits;
    }

    List<String> getPets() {
        return pets;
    }

    Map<String, Integer> getVisits() {
        return visits;
    }

    public String describe() {
        return name + ": " + String.join(", ", pets) + " " + visits.get("Rex");
    }

    public int adopt(String pet) {
        pets.add(pet);
        visits.put(pet, 0);
        return pets.size();
    }

    public List<String> petsFrom(int index) {
        return new ArrayList<>(pets.subList(index, pets.size()));
    }
}

/** Stands for a session; no test can make one. */
class Mapper {
    private final Thread writer;

    private Mapper(Thread writer) {
        this.writer = writer;
    }

    static void manage(Owner owner) {
        Mapper mapper = new Mapper(new Thread(() -> { }));
        owner.setPets(new TrackedList<>(mapper, owner.getPets()));
        owner.setVisits(new TrackedMap<>(mapper, owner.getVisits()));
    }

    private static class TrackedList<E> extends AbstractList<E> {
        private final Mapper mapper;
        private final List<E> list;
        private boolean isDirty;

        TrackedList(Mapper mapper, List<E> list) {
            this.mapper = mapper;
            this.list = list;
        }

        @Override
        public int size() {
            return list == null ? 0 : list.size();
        }

        @Override
        public Iterator<E> iterator() {
            return list.iterator();
        }

        @Override
        public E get(int index) {
            return list.get(index);
        }

        @Override
        public void add(int index, E element) {
            isDirty = mapper != null;
            list.add(index, element);
        }
    }

    private static class TrackedMap<K, V> extends AbstractMap<K, V> {
        private final Mapper mapper;
        private final Map<K, V> map;
        private boolean isDirty;

        TrackedMap(Mapper mapper, Map<K, V> map) {
            this.mapper = mapper;
            this.map = map;
        }

        @Override
        public int size() {
            return map.size();
        }

        @Override
        public V get(Object key) {
            return map.get(key);
        }

        @Override
        public V put(K key, V value) {
            isDirty = mapper != null;
            return map.put(key, value);
        }

        @Override
        public Set<Map.Entry<K, V>> entrySet() {
            return map.entrySet();
        }
    }
}
