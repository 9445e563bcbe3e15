// Calls to the outside in lambdas and by method references belong to the method around them.
package targets.external.mapperreferences;

import java.util.List;
import org.apache.ibatis.annotations.Mapper;

@Mapper
interface TagMapper {
    String label(long id);

    void delete(long id);
}

class Tags {
    private TagMapper mapper;

    List<String> labels(List<Long> ids) { // point: external
        return ids.stream().map(mapper::label).toList();
    }

    void deleteAll(List<Long> ids) { // point: external
        ids.forEach(id -> mapper.delete(id));
    }

    List<String> texts(List<Long> ids) { // no point
        return ids.stream().map(String::valueOf).toList();
    }
}
