// A builder of the subject's own: its fields carry the state to the built object's field, whose reader is the point.
package targets.system.builderchains;

import java.time.Instant;

class Mail {
    private final String receiver;
    private final Instant sentAt;

    Mail(String receiver, Instant sentAt) {
        this.receiver = receiver;
        this.sentAt = sentAt;
    }

    Instant sentAt() { // point: system
        return sentAt;
    }

    String receiver() { // no point
        return receiver;
    }
}

class MailBuilder {
    private String receiver;
    private Instant sentAt;

    MailBuilder to(String receiver) { // no point
        this.receiver = receiver;
        return this;
    }

    MailBuilder sentAt(Instant sentAt) { // no point
        this.sentAt = sentAt;
        return this;
    }

    Mail build() { // no point
        return new Mail(receiver, sentAt);
    }
}

class Office {
    Mail write(String receiver) { // no point
        return new MailBuilder().to(receiver).sentAt(Instant.now()).build();
    }
}
