// A setter that only the container calls, for a property in XML, builds the bean.
package targets.internal.xmlproperties;

class Gateway {
    private String host;
    private int failures;

    public void setHost(String host) { // no point
        this.host = host;
    }

    String host() { // no point
        return host;
    }

    void fail() { // no point
        failures++;
    }

    int failures() { // point: internal
        return failures;
    }
}

class Client {
    void call(Gateway gateway) { // no point
        gateway.fail();
    }
}
