// A mail that is sent, and one that is written.
package targets.external.mails;

import org.springframework.mail.SimpleMailMessage;
import org.springframework.mail.javamail.JavaMailSender;

class Notices {
    private JavaMailSender sender;

    void remind(String user) { // point: external
        sender.send(message(user));
    }

    SimpleMailMessage message(String user) { // no point
        SimpleMailMessage message = new SimpleMailMessage();
        message.setTo(user);
        return message;
    }
}
