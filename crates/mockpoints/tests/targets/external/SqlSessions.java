// MyBatis without mappers.
package targets.external.sqlsessions;

import org.apache.ibatis.session.SqlSession;

class Parcels {
    private SqlSession session;

    String state(String number) { // point: external
        return session.selectOne("parcels.state", number);
    }

    void forget(String number) { // point: external
        session.delete("parcels.forget", number);
    }

    String statement(String name) { // no point
        return "parcels." + name;
    }
}
