// Messages that are fetched make a point; messages that come as an argument are given.
package targets.external.kafkaconsumers;

import java.time.Duration;
import java.util.Map;
import org.apache.kafka.clients.consumer.Consumer;
import org.springframework.kafka.annotation.KafkaListener;

class Readings {
    private Consumer<String, Integer> consumer;

    int next() { // point: external
        int sum = 0;
        for (Map.Entry<String, Integer> entry : consumer.poll(Duration.ofSeconds(1)).entrySet()) {
            sum += entry.getValue();
        }
        return sum;
    }

    @KafkaListener(topics = "readings")
    int on(int value) { // no point
        return value > 100 ? 100 : value;
    }
}
