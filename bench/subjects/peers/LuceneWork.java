package dev.reenact.bench;

import java.io.IOException;
import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.IntPoint;
import org.apache.lucene.document.NumericDocValuesField;
import org.apache.lucene.document.StringField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause.Occur;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.PhraseQuery;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.Sort;
import org.apache.lucene.search.SortField;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.search.TopDocs;
import org.apache.lucene.search.WildcardQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene indexes documents in memory and searches them. */
final class LuceneWork implements Peers.Unit {

    private static final int DOCUMENTS = 400;

    private static final int WORDS = 80;

    @Override
    public long run() throws IOException {
        try (ByteBuffersDirectory directory = new ByteBuffersDirectory()) {
            index(directory);
            try (DirectoryReader reader = DirectoryReader.open(directory)) {
                return search(new IndexSearcher(reader));
            }
        }
    }

    private static void index(ByteBuffersDirectory directory) throws IOException {
        Random random = new Random(7);
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            for (int number = 0; number < DOCUMENTS; number++) {
                Document document = new Document();
                document.add(new StringField("id", "d" + number, Field.Store.YES));
                document.add(new TextField("text", text(random), Field.Store.YES));
                document.add(new IntPoint("size", random.nextInt(1000)));
                document.add(new NumericDocValuesField("rank", random.nextInt(100)));
                writer.addDocument(document);
            }
            writer.forceMerge(1);
        }
    }

    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int word = 0; word < WORDS; word++) {
            // Few words are frequent and many are rare, as in a language.
            int rank = (int) (1500 * Math.pow(random.nextDouble(), 3));
            text.append("word").append(Integer.toString(rank, 36)).append(word % 12 == 11 ? ". " : " ");
        }
        return text.toString();
    }

    private static long search(IndexSearcher searcher) throws IOException {
        long sum = 0;
        for (int round = 0; round < 60; round++) {
            String one = "word" + Integer.toString(round, 36);
            String other = "word" + Integer.toString(round * 3, 36);
            Query both = new BooleanQuery.Builder()
                    .add(new TermQuery(new Term("text", one)), Occur.MUST)
                    .add(new TermQuery(new Term("text", other)), Occur.SHOULD)
                    .build();
            Query[] queries = {
                both,
                new PhraseQuery(2, "text", one, other),
                IntPoint.newRangeQuery("size", round * 10, round * 10 + 200),
                new WildcardQuery(new Term("text", one + "*")),
            };
            for (Query query : queries) {
                TopDocs found = searcher.search(query, 10);
                sum = sum * 31 + found.totalHits.value;
                if (found.scoreDocs.length > 0) {
                    Document best = searcher.storedFields().document(found.scoreDocs[0].doc);
                    sum += best.get("id").hashCode();
                }
            }
            Sort byRank = new Sort(new SortField("rank", SortField.Type.INT, true));
            sum += searcher.search(both, 5, byRank).totalHits.value;
        }
        return sum;
    }
}
