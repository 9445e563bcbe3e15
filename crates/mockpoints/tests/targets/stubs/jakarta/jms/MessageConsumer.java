package jakarta.jms;

public interface MessageConsumer {
    Object receive(long timeout);
}
