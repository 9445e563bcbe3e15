// Elasticsearch and MongoDB through Spring Data: a template by its class, a repository by a superinterface two steps up.
package targets.external.searchtemplates;

import org.springframework.data.elasticsearch.core.ElasticsearchRestTemplate;
import org.springframework.data.mongodb.repository.MongoRepository;

interface HistoryRepository extends MongoRepository<String, Long> {
    int deleteByUser(String user);
}

class Search {
    private ElasticsearchRestTemplate template;
    private HistoryRepository history;

    String find(String id) { // point: external
        return template.get(id, String.class);
    }

    int forget(String user) { // point: external
        return history.deleteByUser(user);
    }

    void remember(String query) { // point: external
        history.insert(query);
    }

    String clean(String query) { // no point
        return query.trim();
    }
}
