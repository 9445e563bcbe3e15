package org.springframework.mail.javamail;

import org.springframework.mail.MailSender;

public interface JavaMailSender extends MailSender {}
