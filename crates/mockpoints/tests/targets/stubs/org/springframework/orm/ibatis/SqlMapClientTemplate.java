package org.springframework.orm.ibatis;

public abstract class SqlMapClientTemplate {
    public abstract Object queryForObject(String statement, Object parameter);

    public abstract int update(String statement, Object parameter);
}
