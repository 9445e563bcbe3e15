// RabbitMQ by Spring's template.
package targets.external.amqptemplates;

import org.springframework.amqp.core.AmqpTemplate;

class Printing {
    private AmqpTemplate amqp;

    void print(String document) { // point: external
        amqp.convertAndSend("print", "a4", document);
    }

    Object pages(String document) { // point: external
        return amqp.convertSendAndReceive("print", "pages", document);
    }

    String queue(String size) { // no point
        return "print." + size;
    }
}
