package com.acme.geo;

public class ZipTable implements ZipCheck {
    @Override
    public boolean isValid(String zip) {
        return !zip.isEmpty();
    }
}
