package reenact.driver;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** One run of a list of tests, in the order of the list. */
final class Run {
    private final Loaders loaders;
    private final Surroundings surroundings;
    private final int loading;
    private final Watchdog watchdog;
    private final Progress progress;
    private final List<String> places;
    private final List<Test> tests = new ArrayList<>();

    Run(FrameReader command, Channel channel, Loaders loaders, Surroundings surroundings) throws IOException {
        this.loaders = loaders;
        this.surroundings = surroundings;
        loading = command.number();
        watchdog = new Watchdog(command.longNumber(), command.longNumber());
        progress = new Progress(channel, watchdog);
        places = command.texts();
        int count = command.count();
        for (int i = 0; i < count; i++) {
            tests.add(Test.read(command));
        }
        command.end();
    }

    void execute() throws IOException {
        watchdog.watch(progress);
        try {
            List<List<Test>> groups = Requests.byTopLevelClass(tests, loading == Protocol.FRESH_PER_TEST);
            if (loading == Protocol.KEPT) {
                runAll(groups, loaders.kept(places));
            } else if (loading == Protocol.FRESH_PER_RUN) {
                afresh(loader -> runAll(groups, loader));
            } else {
                for (List<Test> group : groups) {
                    afresh(loader -> runGroup(group, loader, new Engines()));
                }
            }
        } finally {
            watchdog.end();
        }
    }

    private void runAll(List<List<Test>> groups, ClassLoader loader) {
        watchdog.over(Thread.currentThread());
        Thread.currentThread().setContextClassLoader(loader);
        Engines engines = new Engines();
        for (List<Test> group : groups) {
            runGroup(group, loader, engines);
        }
    }

    /** With a new loader, in a thread that carries no thread-locals of earlier tests. */
    private void afresh(Consumer<ClassLoader> body) throws IOException {
        surroundings.restore();
        FreshLoader loader = loaders.fresh(places);
        Thread thread = new Thread(() -> body.accept(loader), "main");
        thread.setContextClassLoader(loader);
        watchdog.over(thread);
        thread.start();
        Main.join(thread);
    }

    private void runGroup(List<Test> group, ClassLoader loader, Engines engines) {
        watchdog.over(Thread.currentThread());
        try {
            runRequests(group, loader, engines);
        } catch (Throwable escaped) {
            // Such as a platform without an engine: nothing runs, and the reason is reported for all tests.
            progress.blockStarted(group);
            progress.classFailed(group.get(0).className, group, escaped);
            progress.blockEnded();
        }
        group.forEach(Test::forget);
    }

    private void runRequests(List<Test> group, ClassLoader loader, Engines engines) {
        // A class that cannot be loaded is reported for its tests, one block each.
        List<Test> resolved = new ArrayList<>();
        for (Test test : group) {
            if (resolve(test, loader)) {
                resolved.add(test);
            }
        }
        for (List<Test> request : Requests.of(resolved, engines)) {
            Engine engine = engines.of(request.get(0));
            progress.blockStarted(request);
            run(request, engine);
            progress.blockEnded();
        }
    }

    private boolean resolve(Test test, ClassLoader loader) {
        List<Test> alone = new ArrayList<>();
        alone.add(test);
        try {
            test.resolve(loader);
            if (!test.methods.isEmpty()) {
                return true;
            }
            progress.blockStarted(alone);
            progress.ended(test, "", Progress.Outcome.NOT_FOUND, null, "the class has no such method");
        } catch (ClassNotFoundException isMissing) {
            progress.blockStarted(alone);
            progress.ended(test, "", Progress.Outcome.NOT_FOUND, null, "there is no such class on the class path");
        } catch (Throwable ofTheSubject) {
            progress.blockStarted(alone);
            progress.ended(test, "", Progress.Outcome.FAILED, ofTheSubject, "");
        }
        progress.complete(test);
        progress.blockEnded();
        return false;
    }

    private void run(List<Test> request, Engine engine) {
        if (engine == null) {
            for (Test test : request) {
                progress.ended(test, "", Progress.Outcome.NOT_FOUND, null, "its JUnit is not on the class path");
                progress.complete(test);
            }
            return;
        }
        try {
            engine.run(request, progress);
        } catch (Throwable escaped) {
            // JUnit lets a full heap pass, and may itself be too old or broken. It is the running test's affair, if
            // there is one.
            Test current = progress.current();
            if (current != null) {
                progress.ended(current, "", Progress.Outcome.FAILED, escaped, "");
                progress.complete(current);
            } else {
                progress.classFailed(request.get(0).className, request, escaped);
            }
        }
    }
}
