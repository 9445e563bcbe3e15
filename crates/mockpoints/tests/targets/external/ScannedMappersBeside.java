// The twin of ScannedMappers.java: a package whose name only begins alike.
package targets.external.scannedmappers.shop.daos;

interface ShelfMapper {
    int books(String shelf);
}

class Shelves {
    private ShelfMapper mapper;

    int books(String shelf) { // no point
        return mapper.books(shelf);
    }
}
