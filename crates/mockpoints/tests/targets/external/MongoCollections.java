// A store of documents.
package targets.external.mongocollections;

import com.mongodb.client.MongoCollection;

class Reviews {
    private MongoCollection<String> reviews;

    long count(String book) { // point: external
        return reviews.countDocuments(book);
    }

    void add(String review) { // point: external
        reviews.insertOne(review);
    }

    String place() { // no point
        return reviews.getNamespace();
    }
}
