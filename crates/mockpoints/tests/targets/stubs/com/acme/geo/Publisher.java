package com.acme.geo;

import com.alipay.sofa.runtime.api.client.param.ServiceParam;

/** Serves what no document and no annotation tells. */
public class Publisher {
    public static ServiceParam publish() {
        ServiceParam param = new ServiceParam();
        param.setInstance(new ZipTable());
        param.setInterfaceType(ZipCheck.class);
        return param;
    }
}
