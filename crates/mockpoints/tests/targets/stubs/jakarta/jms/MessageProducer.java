package jakarta.jms;

public interface MessageProducer {
    void send(Object message);
}
