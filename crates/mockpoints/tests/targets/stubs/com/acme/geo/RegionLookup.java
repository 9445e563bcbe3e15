package com.acme.geo;

/** What another program in the JVM serves. */
public interface RegionLookup extends ZipLookup {
    String region(String zip);
}
