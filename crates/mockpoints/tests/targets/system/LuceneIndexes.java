// An index is a directory of files: what is found in it depends on them.
package targets.system.luceneindexes;

import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.search.IndexSearcher;

class Searches {
    private IndexSearcher searcher;

    boolean exists(String directory) { // point: system
        return DirectoryReader.indexExists(directory);
    }

    int hits(String text) { // point: system
        return searcher.count("title:" + text);
    }

    String similarity() { // no point
        return searcher.getSimilarity();
    }
}
