package org.springframework.mail;

public interface MailSender {
    void send(SimpleMailMessage message);
}
