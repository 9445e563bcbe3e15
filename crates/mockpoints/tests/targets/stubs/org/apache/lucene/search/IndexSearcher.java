package org.apache.lucene.search;

public class IndexSearcher {
    public native int count(String query);

    public native String getSimilarity();
}
