package org.springframework.orm.ibatis.support;

import org.springframework.orm.ibatis.SqlMapClientTemplate;

public abstract class SqlMapClientDaoSupport {
    public final native SqlMapClientTemplate getSqlMapClientTemplate();
}
