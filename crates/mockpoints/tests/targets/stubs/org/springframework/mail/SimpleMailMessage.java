package org.springframework.mail;

public class SimpleMailMessage {
    private String to;

    public void setTo(String to) {
        this.to = to;
    }
}
