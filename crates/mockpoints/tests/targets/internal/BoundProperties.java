// Properties that the container binds by setters that nothing else calls.
package targets.internal.boundproperties;

import org.springframework.boot.context.properties.ConfigurationProperties;

@ConfigurationProperties("mail")
class MailSettings {
    private String sender;
    private int retries = 3;

    public void setSender(String sender) { // no point
        this.sender = sender;
    }

    public String getSender() { // no point
        return sender;
    }

    public void setRetries(int retries) { // no point
        this.retries = retries;
    }

    public int getRetries() { // point: internal
        return retries;
    }
}

class Console {
    void tune(MailSettings settings) { // no point
        settings.setRetries(5);
    }
}
