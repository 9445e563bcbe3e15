package histories.desk;

import java.util.ArrayList;
import java.util.List;

/** Objects that another one makes: it hands them over, or shows them on request. */
class Scenario {
    static void run() {
        Desk desk = new Desk("hall 3");
        Ticket first = desk.issue("lost key");
        Ticket second = desk.issue("broken lamp");
        first.work(10);
        second.work(5);
        desk.log().write("lunch");
        first.work(2);
        desk.report(first, desk.log());
    }
}

class Desk {
    private final String place;
    private final Log log = new Log();
    private final List<Ticket> open = new ArrayList<>();
    private int issued;

    Desk(String place) {
        this.place = place;
    }

    public Ticket issue(String topic) {
        issued = issued * 7 + 3;
        Ticket ticket = new Ticket(topic, issued);
        open.add(ticket);
        log.write(topic);
        return ticket;
    }

    Log log() {
        return log;
    }

    public String report(Ticket ticket, Log other) {
        return place + ": " + ticket.describe() + " is " + (open.contains(ticket) ? "open" : "unknown")
                + ", " + other.describe() + (log == other ? " here" : " elsewhere");
    }
}

class Ticket {
    private final String topic;
    private final int number;
    private int minutes;

    Ticket(String topic, int number) {
        this.topic = topic;
        this.number = number;
    }

    void work(int minutes) {
        this.minutes = this.minutes * 2 + minutes;
    }

    String describe() {
        return topic + " (" + number + ", " + minutes + " minutes)";
    }
}

class Log {
    private int lines;
    private int letters;

    void write(String line) {
        lines++;
        letters += line.length();
    }

    String describe() {
        return lines + " lines of " + letters + " letters";
    }
}
