// A record's component carries state: its accessor and what is made of all components are points. They are written
// out here, for what the compiler makes has no line of its own.
package targets.system.records;

record Receipt(String number, long issuedAt) {
    public long issuedAt() { // point: system
        return issuedAt;
    }

    public String number() { // no point
        return number;
    }

    @Override
    public String toString() { // point: system
        return number + "@" + issuedAt;
    }

    @Override
    public boolean equals(Object other) { // no point
        return other instanceof Receipt receipt && receipt.number.equals(number);
    }

    @Override
    public int hashCode() { // no point
        return number.hashCode();
    }
}

class Till {
    Receipt issue(String number) { // no point
        return new Receipt(number, System.currentTimeMillis());
    }
}
