// Messages that are sent: the client itself, and Spring's template.
package targets.external.kafkaproducers;

import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.springframework.kafka.core.KafkaOperations;

class Events {
    private Producer<String, String> producer;
    private KafkaOperations<String, String> template;

    void placed(String order) { // point: external
        producer.send(record(order));
    }

    void cancelled(String order) { // point: external
        template.send("cancelled", order, "now");
    }

    ProducerRecord<String, String> record(String order) { // no point
        return new ProducerRecord<>("placed", order, "now");
    }
}
