// Whether another thread is done yet.
package targets.system.pendingfutures;

import java.util.concurrent.CompletableFuture;

class Download {
    private final CompletableFuture<String> content;
    private final String name;

    Download(CompletableFuture<String> content, String name) {
        this.content = content;
        this.name = name;
    }

    String state() { // point: system
        return content.isDone() ? "done" : "running";
    }

    String name() { // no point
        System.out.println(content.isDone());
        return name;
    }
}
