package com.acme.geo;

public interface ZipLookup {
    boolean isZip(String text);
}
