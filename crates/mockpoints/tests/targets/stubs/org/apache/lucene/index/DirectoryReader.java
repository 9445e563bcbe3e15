package org.apache.lucene.index;

public abstract class DirectoryReader {
    public static native boolean indexExists(String directory);
}
