// State is handed to an interface: it counts if one of the implementations lets it through.
package targets.system.dispatch;

interface Stamp {
    String print(String text, long time);
}

class LoudStamp implements Stamp {
    @Override
    public String print(String text, long time) { // no point
        return text + " at " + time;
    }
}

class SilentStamp implements Stamp {
    @Override
    public String print(String text, long time) { // no point
        return text;
    }
}

class Desk {
    String stamp(Stamp stamp, String text) { // point: system
        return stamp.print(text, System.currentTimeMillis());
    }

    String stampSilently(SilentStamp stamp, String text) { // no point
        return stamp.print(text, System.currentTimeMillis());
    }
}
