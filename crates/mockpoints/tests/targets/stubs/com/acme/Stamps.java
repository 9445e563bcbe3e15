package com.acme;
public class Stamps {
    public static long now() { return inner(); }
    private static long inner() { return System.currentTimeMillis(); }
    public static long deep() { return one(); }
    private static long one() { return two(); }
    private static long two() { return three(); }
    private static long three() { return System.currentTimeMillis(); }
    public static String pad(String text) { return " " + text; }
    public static String ignore(Object any) { return "constant"; }
}
