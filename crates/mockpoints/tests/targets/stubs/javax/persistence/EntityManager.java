package javax.persistence;

public interface EntityManager {
    <T> T find(Class<T> type, Object key);

    void persist(Object entity);

    boolean contains(Object entity);

    <T> TypedQuery<T> createQuery(String text, Class<T> type);
}
