package javax.persistence;

public interface EntityTransaction {
    void commit();

    boolean isActive();
}
