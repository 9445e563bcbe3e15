//- org/springframework/stereotype/Component.java
package org.springframework.stereotype;
public @interface Component {}
//- org/springframework/stereotype/Service.java
package org.springframework.stereotype;
@Component
public @interface Service {}
//- org/springframework/beans/factory/annotation/Autowired.java
package org.springframework.beans.factory.annotation;
public @interface Autowired {}
//- org/springframework/context/annotation/Bean.java
package org.springframework.context.annotation;
public @interface Bean {}
//- org/springframework/context/annotation/Configuration.java
package org.springframework.context.annotation;
@org.springframework.stereotype.Component
public @interface Configuration {}
//- org/springframework/context/annotation/Scope.java
package org.springframework.context.annotation;
public @interface Scope { String value() default ""; }
//- org/springframework/scheduling/annotation/Scheduled.java
package org.springframework.scheduling.annotation;
public @interface Scheduled { long fixedRate() default 0; }
//- org/springframework/data/repository/CrudRepository.java
package org.springframework.data.repository;
public interface CrudRepository<T, I> extends Repository<T, I> { T save(T it); Iterable<T> findAll(); }
//- org/springframework/data/repository/Repository.java
package org.springframework.data.repository;
public interface Repository<T, I> {}
//- org/springframework/jdbc/core/JdbcTemplate.java
package org.springframework.jdbc.core;
public class JdbcTemplate {
    public <T> java.util.List<T> query(String sql, RowMapper<T> mapper) { return null; }
    public int update(String sql, Object... values) { return 0; }
}
//- org/springframework/jdbc/core/RowMapper.java
package org.springframework.jdbc.core;
public interface RowMapper<T> { T mapRow(java.sql.ResultSet rows, int number) throws java.sql.SQLException; }
//- org/springframework/orm/ibatis/support/SqlMapClientDaoSupport.java
package org.springframework.orm.ibatis.support;
public abstract class SqlMapClientDaoSupport { protected Object client() { return null; } }
//- org/apache/ibatis/annotations/Mapper.java
package org.apache.ibatis.annotations;
public @interface Mapper {}
//- org/apache/ibatis/annotations/Select.java
package org.apache.ibatis.annotations;
public @interface Select { String value(); }
//- org/apache/commons/lang3/RandomStringUtils.java
package org.apache.commons.lang3;
public class RandomStringUtils { public static String random(int count) { return "" + Math.random(); } }
//- org/apache/dubbo/config/annotation/DubboReference.java
package org.apache.dubbo.config.annotation;
public @interface DubboReference {}
//- org/slf4j/Logger.java
package org.slf4j;
public interface Logger { void info(String text, Object... values); boolean isInfoEnabled(); }
//- org/slf4j/LoggerFactory.java
package org.slf4j;
public class LoggerFactory { public static Logger getLogger(Class<?> type) { return System.nanoTime() > 0 ? null : null; } }
//- com/acme/Stamps.java
package com.acme;
public class Stamps {
    public static long now() { return inner(); }
    private static long inner() { return System.currentTimeMillis(); }
    public static long deep() { return one(); }
    private static long one() { return two(); }
    private static long two() { return three(); }
    private static long three() { return System.currentTimeMillis(); }
    public static String pad(String text) { return " " + text; }
    public static String ignore(Object any) { return "constant"; }
}
//- com/acme/Letter.java
package com.acme;
public class Letter {
    private Object text;
    private Object stamp;
    public void setText(Object text) { this.text = text; }
    public Object getText() { return text; }
}
