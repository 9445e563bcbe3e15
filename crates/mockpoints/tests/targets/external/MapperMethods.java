// MyBatis: the statement is on the method, the interface says nothing.
package targets.external.mappermethods;

import org.apache.ibatis.annotations.Select;
import org.apache.ibatis.annotations.Update;

interface UserMapper {
    @Select("select name from user where id = #{id}")
    String name(long id);

    @Update("update user set name = #{name} where id = #{id}")
    void rename(long id, String name);
}

class Users {
    private UserMapper mapper;

    String greeting(long id) { // point: external
        return "Hello " + mapper.name(id);
    }

    void rename(long id, String name) { // point: external
        mapper.rename(id, name);
    }

    String initials(String name) { // no point
        return name.substring(0, 1);
    }
}
