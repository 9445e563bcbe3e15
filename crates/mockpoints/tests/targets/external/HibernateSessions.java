// Hibernate's own session.
package targets.external.hibernatesessions;

import org.hibernate.Session;

class Courses {
    private Session session;

    String name(long id) { // point: external
        return session.get(String.class, id);
    }

    String key(long id) { // no point
        return "course-" + id;
    }
}
