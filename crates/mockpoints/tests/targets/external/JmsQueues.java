// JMS.
package targets.external.jmsqueues;

import jakarta.jms.MessageConsumer;
import jakarta.jms.MessageProducer;

class Inbox {
    private MessageProducer producer;
    private MessageConsumer consumer;

    boolean hasMail() { // point: external
        return consumer.receive(10) != null;
    }

    void answer(String text) { // point: external
        producer.send(text);
    }

    boolean isOpen() { // no point
        return consumer != null && producer != null;
    }
}
