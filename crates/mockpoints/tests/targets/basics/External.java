//- external/Dao.java
package external;

import java.sql.*;
import java.util.*;
import javax.sql.DataSource;
import org.springframework.jdbc.core.JdbcTemplate;

class Dao {
    private DataSource source;
    private JdbcTemplate template;
    int count() throws SQLException { // point: external
        try (Connection connection = source.getConnection()) {
            return first(connection);
        }
    }
    private int first(Connection connection) throws SQLException { // no point
        ResultSet rows = connection.createStatement().executeQuery("select 1");
        return rows.next() ? rows.getInt(1) : 0;
    }
    List<String> names() { // point: external
        return template.query("select name", (rows, number) -> rows.getString(1));
    }
    void rename(String name) { template.update("update", name); } // point: external
    String quoted(String name) { return "'" + name + "'"; } // no point
}
//- external/OwnMapper.java
package external;
import org.apache.ibatis.annotations.*;
@Mapper
public interface OwnMapper {
    String find(int id);
    default String findOrNone(int id) { String found = find(id); return found == null ? "" : found; } // point: external
}
//- external/ByMethod.java
package external;
import org.apache.ibatis.annotations.*;
public interface ByMethod { @Select("select 1") int one(); }
//- external/ByXml.java
package external;
public interface ByXml { int one(); }
//- external/NoMapper.java
package external;
public interface NoMapper { int one(); }
//- external/Users.java
package external;
import org.springframework.data.repository.CrudRepository;
public interface Users extends CrudRepository<String, Long> { String findByName(String name); }
//- external/Remote.java
package external;
public interface Remote { String ask(String question); }
//- external/Far.java
package external;
public interface Far { String ask(String question); }
//- external/Service.java
package external;

import org.apache.dubbo.config.annotation.DubboReference;
import java.util.function.*;

class Service {
    private OwnMapper mapper;
    private ByMethod byMethod;
    private ByXml byXml;
    private NoMapper noMapper;
    private Users users;
    @DubboReference private Remote remote;
    private Far far;
    String find(int id) { return mapper.find(id); } // point: external
    int one() { return byMethod.one(); } // point: external
    int two() { return byXml.one(); } // point: external
    int three() { return noMapper.one(); } // no point
    String user(String name) { return users.findByName(name); } // point: external
    void save(String name) { users.save(name); } // point: external
    String ask() { return remote.ask("?"); } // point: external
    String askFar() { return far.ask("?"); } // point: external
    String length(Object any) { return any.toString(); } // no point
    Function<Integer, String> finder() { return mapper::find; } // point: external
    String above(int id) { return find(id); } // no point
}
//- external/OldDao.java
package external;
import org.springframework.orm.ibatis.support.SqlMapClientDaoSupport;
public class OldDao extends SqlMapClientDaoSupport {
    public Object load(int id) { return getSqlMapClientTemplate(); } // point: external
    private Object helper() { return null; } // no point
}
//- external/ByXmlMapper.xml
<?xml version="1.0"?>
<!DOCTYPE mapper PUBLIC "-//mybatis.org//DTD Mapper 3.0//EN" "http://mybatis.org/dtd/mybatis-3-mapper.dtd">
<mapper namespace="external.ByXml"><select id="one">select 1</select></mapper>
//- external/sofa.xml
<beans xmlns="http://www.springframework.org/schema/beans" xmlns:sofa="http://sofastack.io/schema/sofaboot">
  <sofa:reference id="far" interface="external.Far"><sofa:binding.bolt/></sofa:reference>
</beans>
