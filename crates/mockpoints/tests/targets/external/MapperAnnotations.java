// MyBatis: an interface with @Mapper. It has no code to intercept, so that its callers are the points.
package targets.external.mapperannotations;

import org.apache.ibatis.annotations.Mapper;

@Mapper
interface ItemMapper {
    int stock(String item);
}

interface ItemNames {
    int length(String item);
}

class PlainNames implements ItemNames {
    @Override
    public int length(String item) { // no point
        return item.length();
    }
}

class Items {
    private ItemMapper mapper;
    private ItemNames names;

    boolean isInStock(String item) { // point: external
        return mapper.stock(item) > 0;
    }

    boolean isLong(String item) { // no point
        return names.length(item) > 20;
    }
}
