// A payment provider's client: its requests go out, or bear the time.
package targets.external.paymentclients;

import com.alipay.api.AlipayClient;

class Payments {
    private AlipayClient client;

    String status(String order) { // point: external
        return client.execute("query " + order);
    }

    String form(String order) { // point: external
        return client.pageExecute("pay " + order);
    }

    String request(String order) { // no point
        return "pay " + order;
    }
}
