// A field that the configuration centre changes while the program runs.
package targets.external.nacosvalues;

import com.alibaba.nacos.api.config.annotation.NacosValue;

class Greeting {
    @NacosValue("${greeting}")
    private String text;

    private String name = "guest";

    String greet() { // point: external
        return text + " dear customer";
    }

    String name() { // no point
        System.out.println(text);
        return name;
    }
}
