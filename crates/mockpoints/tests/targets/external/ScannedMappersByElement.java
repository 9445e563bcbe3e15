// MyBatis: the element for it.
package targets.external.scannedmappersbyelement;

interface DeskMapper {
    int seats(String room);
}

class Desks {
    private DeskMapper mapper;

    int seats(String room) { // point: external
        return mapper.seats(room);
    }

    int standing(int seats) { // no point
        return seats * 2;
    }
}
