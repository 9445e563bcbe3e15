// JPA: finding and storing, and a query that is made but not run.
package targets.external.entitymanagers;

import java.util.List;
import javax.persistence.EntityManager;
import javax.persistence.TypedQuery;

class Books {
    private EntityManager manager;

    String title(long id) { // point: external
        return manager.find(String.class, id);
    }

    void add(String title) { // point: external
        manager.persist(title);
    }

    List<String> byAuthor(String author) { // point: external
        return query(author).getResultList();
    }

    private TypedQuery<String> query(String author) { // no point
        return manager.createQuery("select b.title from Book b where b.author = :author", String.class)
                .setParameter("author", author);
    }
}
