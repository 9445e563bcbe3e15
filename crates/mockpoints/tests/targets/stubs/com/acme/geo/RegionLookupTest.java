package com.acme.geo;

/** Served under another name, which nothing refers to. */
public class RegionLookupTest implements RegionLookup {
    @Override
    public String region(String zip) {
        return "test";
    }

    @Override
    public boolean isZip(String text) {
        return true;
    }
}
