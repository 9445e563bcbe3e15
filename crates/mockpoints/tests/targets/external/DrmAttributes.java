// DRM: an attribute that is pushed from outside.
package targets.external.drmattributes;

import com.alipay.drm.client.api.annotation.DAttribute;
import com.alipay.drm.client.api.annotation.DRMResource;

@DRMResource(id = "switches")
class Switches {
    @DAttribute
    private boolean closed;

    private boolean visible = true;

    boolean isClosed() { // point: external
        return closed;
    }

    boolean isVisible() { // no point
        return visible;
    }
}
