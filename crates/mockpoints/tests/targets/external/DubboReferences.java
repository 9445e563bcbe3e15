// Dubbo: the type of an annotated field is a remote service. What is provided here is called by others and runs here; others
// do not call its setters.
package targets.external.dubboreferences;

import org.apache.dubbo.config.annotation.DubboReference;
import org.apache.dubbo.config.annotation.DubboService;

interface StockService {
    int stock(String item);
}

interface OfferService {
    String offer(String item);
}

interface Wording {
    String offer(String item, int stock);
}

@DubboService
class OfferServiceImpl implements OfferService {
    @DubboReference
    private StockService stock;

    private Wording wording;

    public void setWording(Wording wording) { // no point
        this.wording = wording;
    }

    public Wording getWording() { // no point
        return wording;
    }

    @Override
    public String offer(String item) { // no point
        return wording.offer(item, available(item));
    }

    private int available(String item) { // point: external
        return stock.stock(item);
    }
}
