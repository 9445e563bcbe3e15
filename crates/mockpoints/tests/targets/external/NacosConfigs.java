// Another configuration centre.
package targets.external.nacosconfigs;

import com.alibaba.nacos.api.config.ConfigService;

class Routing {
    private ConfigService service;

    String target(String path) { // point: external
        String rules = service.getConfig("routing", "shop", 1000);
        return rules.contains(path) ? "new" : "old";
    }

    String logged(String path) { // no point
        System.out.println(service.getConfig("routing", "shop", 1000));
        return path;
    }
}
