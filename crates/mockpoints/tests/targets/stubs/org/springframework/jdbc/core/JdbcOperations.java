package org.springframework.jdbc.core;

import java.util.List;

public interface JdbcOperations {
    <T> T queryForObject(String sql, Class<T> type, Object... arguments);

    <T> List<T> queryForList(String sql, Class<T> type, Object... arguments);

    <T> List<T> query(String sql, RowMapper<T> mapper, Object... arguments);

    int update(String sql, Object... arguments);
}
