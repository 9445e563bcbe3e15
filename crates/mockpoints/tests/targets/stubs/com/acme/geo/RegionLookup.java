package com.acme.geo;

/** A service of another program in the JVM. */
public interface RegionLookup extends ZipLookup {
    String region(String zip);
}
