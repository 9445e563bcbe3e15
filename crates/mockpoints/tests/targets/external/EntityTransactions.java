// JPA: to commit is to write; to ask whether there is a transaction is not.
package targets.external.entitytransactions;

import javax.persistence.EntityTransaction;

class Units {
    private EntityTransaction transaction;

    void finish() { // point: external
        if (transaction.isActive()) {
            transaction.commit();
        }
    }

    boolean isOpen() { // no point
        return transaction.isActive();
    }
}
