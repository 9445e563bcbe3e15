// The environment of the process.
package targets.system.environment;

class Deployment {
    String stage() { // point: system
        String stage = System.getenv("STAGE");
        return stage == null ? "test" : stage;
    }

    int variables() { // point: system
        return System.getenv().size();
    }

    String name(String stage) { // no point
        System.out.println("in " + System.getenv("STAGE"));
        return stage == null ? "test" : stage;
    }
}
