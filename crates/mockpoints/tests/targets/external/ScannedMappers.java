// MyBatis: packages that XML says to look for mappers in, with wildcards; a package beside them is not meant.
package targets.external.scannedmappers.shop.dao;

interface ShelfMapper {
    int books(String shelf);
}

class Shelves {
    private ShelfMapper mapper;

    int books(String shelf) { // point: external
        return mapper.books(shelf);
    }
}
