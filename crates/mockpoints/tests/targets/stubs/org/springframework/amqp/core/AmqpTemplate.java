package org.springframework.amqp.core;

public interface AmqpTemplate {
    void convertAndSend(String exchange, String key, Object message);

    Object convertSendAndReceive(String exchange, String key, Object message);
}
