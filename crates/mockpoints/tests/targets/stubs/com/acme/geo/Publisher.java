package com.acme.geo;

import com.alipay.sofa.runtime.api.client.param.ServiceParam;

/** Publishes a service that no document and no annotation names. */
public class Publisher {
    public static ServiceParam publish() {
        ServiceParam param = new ServiceParam();
        param.setInstance(new ZipTable());
        param.setInterfaceType(ZipCheck.class);
        return param;
    }
}
