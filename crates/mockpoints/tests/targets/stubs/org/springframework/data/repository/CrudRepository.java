package org.springframework.data.repository;

import java.util.Optional;

public interface CrudRepository<T, K> extends Repository<T, K> {
    Optional<T> findById(K key);

    <S extends T> S save(S entity);

    void deleteById(K key);
}
