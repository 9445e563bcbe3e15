package com.acme.geo;

public interface ZipCheck {
    boolean isValid(String zip);
}
