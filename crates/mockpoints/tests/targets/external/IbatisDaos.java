// iBATIS: all methods of a class below SqlMapClientDaoSupport are points, as the paper has it; its callers are not.
package targets.external.ibatisdaos;

import org.springframework.orm.ibatis.support.SqlMapClientDaoSupport;

class CustomerDao extends SqlMapClientDaoSupport {
    public Object find(String id) { // point: external
        return getSqlMapClientTemplate().queryForObject("customer.find", id);
    }

    public void touch(String id) { // point: external
        getSqlMapClientTemplate().update("customer.touch", id);
    }
}

class CustomerText {
    public String find(String id) { // no point
        return "customer.find " + id;
    }
}

class Customers {
    private CustomerDao dao;

    boolean exists(String id) { // no point
        return dao.find(id) != null;
    }
}
