// A configuration centre: what is read is followed to branches and returns, as it is read everywhere.
package targets.external.apolloconfigs;

import com.ctrip.framework.apollo.Config;

class Features {
    private Config config;

    boolean isOn(String feature) { // point: external
        return config.getProperty(feature, "off").equals("on");
    }

    int retries() { // point: external
        return config.getIntProperty("retries", 3);
    }

    String name(String feature) { // no point
        System.out.println(config.getProperty(feature, "off"));
        return feature.toLowerCase();
    }
}
