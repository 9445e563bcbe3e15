package org.springframework.jdbc.core;

public abstract class JdbcTemplate implements JdbcOperations {
    public abstract void setFetchSize(int size);
}
