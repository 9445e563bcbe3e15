package javax.persistence;

import java.util.List;

public interface TypedQuery<T> extends Query {
    @Override
    List<T> getResultList();

    TypedQuery<T> setParameter(String name, Object value);
}
