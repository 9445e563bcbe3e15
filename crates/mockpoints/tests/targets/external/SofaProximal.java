// SOFA: a reference within the JVM, to a service of another program whose code is on the class path. Its implementation's methods
// are the points, so that their callers are not. Another of the same interface has another unique id, and is none. A service may
// be offered by code as well.
package targets.external.sofaproximal;

import com.acme.geo.RegionLookup;
import com.acme.geo.ZipCheck;
import com.alipay.sofa.runtime.api.annotation.SofaReference;

class Freight {
    @SofaReference(uniqueId = "live")
    private RegionLookup regions;

    @SofaReference(uniqueId = "checks")
    private ZipCheck checks;

    boolean isValid(String zip) { // no point
        return checks.isValid(zip);
    }

    String zone(String zip) { // no point
        return regions.isZip(zip) ? regions.region(zip) : "";
    }
}
