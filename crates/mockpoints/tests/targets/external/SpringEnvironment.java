// Spring's environment, which may be a configuration centre's.
package targets.external.springenvironment;

import org.springframework.core.env.Environment;

class Profiles {
    private Environment environment;

    boolean isTest() { // point: external
        return "test".equals(environment.getProperty("profile"));
    }

    String folder(String profile) { // no point
        System.out.println(environment.getProperty("profile"));
        return "config/" + profile;
    }
}
