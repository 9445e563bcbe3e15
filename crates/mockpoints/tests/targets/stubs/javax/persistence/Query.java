package javax.persistence;

import java.util.List;

public interface Query {
    List<?> getResultList();

    int executeUpdate();
}
