// Replay knows the answer of another system, whatever the arguments were: the clock that a query is given goes no further, neither
// by the query nor by the method of the subject that makes it. A method that only passes its arguments on is not such a point.
package targets.external.answeredqueries;

import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import javax.persistence.EntityManager;
import javax.persistence.TypedQuery;

class Entries {
    private EntityManager manager;

    List<String> since(Date start, int length) { // point: external
        TypedQuery<String> query = manager.createQuery("select e.title from Entry e where e.time > :start", String.class);
        if (start != null) {
            query.setParameter("start", start);
        }
        if (length > 0 && start == null) {
            return new ArrayList<>();
        }
        return query.getResultList();
    }

    List<String> described(Date start) { // no point
        List<String> texts = new ArrayList<>();
        texts.add("since " + start);
        return texts;
    }
}

class Pager {
    private final Entries entries = new Entries();
    private List<String> page;

    List<String> recent() { // no point
        return entries.since(new Date(), 10);
    }

    int count() { // no point
        if (page == null) {
            page = entries.since(new Date(), 10);
        }
        return page.size();
    }

    List<String> page() { // no point
        return page;
    }

    List<String> heading() { // point: system
        return entries.described(new Date());
    }
}
