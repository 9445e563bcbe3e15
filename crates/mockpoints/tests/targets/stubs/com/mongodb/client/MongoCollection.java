package com.mongodb.client;

public interface MongoCollection<T> {
    long countDocuments(Object filter);

    Object insertOne(T document);

    String getNamespace();
}
