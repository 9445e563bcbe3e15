// SOFA: a referenced service that is implemented in the subject's own module runs in replay as all its code does; the other
// reference leads out of it.
package targets.external.sofaown;

interface TitleService {
    String title(String name);
}

interface AddressService {
    String street(String name);
}

class TitleServiceImpl implements TitleService {
    @Override
    public String title(String name) { // no point
        return "Dr " + name;
    }
}

class Letters {
    private TitleService titles;
    private AddressService addresses;

    String salutation(String name) { // no point
        return "Dear " + titles.title(name);
    }

    String address(String name) { // point: external
        return name + ", " + addresses.street(name);
    }
}
