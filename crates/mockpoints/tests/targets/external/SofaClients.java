// SOFA: a reference that the program makes itself. The factory is given while the object is built, so that it never changes.
package targets.external.sofaclients;

import com.alipay.sofa.runtime.api.aware.ClientFactoryAware;
import com.alipay.sofa.runtime.api.client.ClientFactory;
import com.alipay.sofa.runtime.api.client.ReferenceClient;
import com.alipay.sofa.runtime.api.client.param.ReferenceParam;
import org.springframework.stereotype.Component;

interface Stations {
    String name(int number);
}

interface Lines {
    String name(int number);
}

@Component
class Timetable implements ClientFactoryAware {
    private ClientFactory factory;

    @Override
    public void setClientFactory(ClientFactory clientFactory) { // no point
        factory = clientFactory;
    }

    String station(int number) { // point: external
        ReferenceParam<Stations> param = new ReferenceParam<>();
        param.setInterfaceType(Stations.class);
        Stations stations = factory.getClient(ReferenceClient.class).reference(param);
        return stations.name(number);
    }

    String line(Lines lines, int number) { // no point
        return lines.name(number);
    }
}
