// Spring Data: a repository by its superinterface, with a method of its own.
package targets.external.springdata;

import java.util.Optional;
import org.springframework.data.repository.CrudRepository;

interface CityRepository extends CrudRepository<String, Long> {
    Optional<String> findByZip(String zip);
}

interface CityIndex {
    Optional<String> findByZip(String zip);
}

class Cities {
    private CityRepository repository;
    private CityIndex index;

    String byId(long id) { // point: external
        return repository.findById(id).orElse("");
    }

    String byZip(String zip) { // point: external
        return repository.findByZip(zip).orElse("");
    }

    void rename(long id, String name) { // point: external
        repository.save(id + name);
    }

    String indexed(String zip) { // no point
        return index.findByZip(zip).orElse("");
    }
}
