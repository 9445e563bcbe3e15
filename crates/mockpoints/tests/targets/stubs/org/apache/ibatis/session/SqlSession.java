package org.apache.ibatis.session;

public interface SqlSession {
    <T> T selectOne(String statement, Object parameter);

    int delete(String statement, Object parameter);
}
