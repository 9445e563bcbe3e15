// Appended to a builder, which is the same object all along the chain.
package targets.system.stringbuilders;

class Report {
    String head(String title) { // point: system
        StringBuilder text = new StringBuilder();
        text.append(title).append(", printed ");
        text.append(java.time.LocalDate.now());
        return text.toString();
    }

    String body(String title) { // no point
        StringBuilder text = new StringBuilder();
        StringBuilder log = new StringBuilder();
        log.append("printed ").append(java.time.LocalDate.now());
        System.out.println(log);
        return text.append(title).toString();
    }
}
