package org.joda.time;

public final class DateTime {
    public DateTime() {}

    public static DateTime now() {
        return null;
    }

    public native DateTime withMillis(long millis);

    public native long getMillis();
}
