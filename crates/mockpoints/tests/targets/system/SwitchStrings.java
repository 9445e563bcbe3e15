// A switch over a string becomes switches over its hash and over equality.
package targets.system.switchstrings;

class Regions {
    int port() { // point: system
        switch (System.getenv("REGION")) {
            case "eu":
                return 8081;
            case "us":
                return 8082;
            default:
                return 8080;
        }
    }

    int portOf(String region) { // no point
        System.out.println("running in " + System.getenv("REGION"));
        switch (region) {
            case "eu":
                return 8081;
            default:
                return 8080;
        }
    }
}
