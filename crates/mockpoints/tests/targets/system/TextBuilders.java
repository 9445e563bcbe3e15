// A builder of the subject's own that makes text of what it was given: the text is what its method returns.
package targets.system.textbuilders;

class Query {
    private final StringBuilder conditions = new StringBuilder();
    private String table = "";

    Query from(String table) { // no point
        this.table = table;
        return this;
    }

    Query since(long time) { // no point
        conditions.append(" where created > ").append(time);
        return this;
    }

    String text() { // point: system
        return "select *" + conditions;
    }

    String table() { // no point
        return table;
    }
}

class Searches {
    String recent() { // no point
        return new Query().from("orders").since(System.currentTimeMillis() - 1000).text();
    }
}
