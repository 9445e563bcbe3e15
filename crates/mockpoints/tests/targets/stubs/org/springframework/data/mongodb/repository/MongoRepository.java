package org.springframework.data.mongodb.repository;

import org.springframework.data.repository.CrudRepository;

public interface MongoRepository<T, ID> extends CrudRepository<T, ID> {
    T insert(T entity);
}
