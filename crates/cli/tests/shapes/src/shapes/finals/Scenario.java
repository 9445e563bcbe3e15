package shapes.finals;

/** Collaborators that have methods which no subclass can override. */
class Scenario {
    static void run() {
        new Alarm(Sensor.local()).check(3);
        new Report(new Types(new Class<?>[] {int.class, String.class})).title("Types");
    }
}

abstract class Sensor {
    public abstract int raw(int port);

    public final int celsius(int port) {
        return raw(port) / 10;
    }

    static Sensor local() {
        return new Sensor() {
            private int asked = (int) (System.nanoTime() % 1);

            @Override
            public int raw(int port) {
                asked++;
                return port * 100;
            }
        };
    }
}

class Alarm {
    private final Sensor sensor;

    Alarm(Sensor sensor) {
        this.sensor = sensor;
    }

    public String check(int port) {
        return sensor.celsius(port) > 20 ? "hot" : "cold";
    }
}

class Types {
    private final Class<?>[] types;

    Types(Class<?>[] types) {
        this.types = types;
    }

    String names() {
        StringBuilder names = new StringBuilder();
        for (Class<?> type : types) {
            names.append(' ').append(type.getSimpleName());
        }
        return names.toString();
    }
}

class Report {
    private final Types types;

    Report(Types types) {
        this.types = types;
    }

    public String title(String title) {
        return title + ":" + types.names();
    }
}
