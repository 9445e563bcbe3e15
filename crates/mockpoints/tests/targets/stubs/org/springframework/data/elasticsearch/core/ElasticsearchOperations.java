package org.springframework.data.elasticsearch.core;

public interface ElasticsearchOperations {
    <T> T get(String id, Class<T> kind);

    <T> T save(T entity);
}
