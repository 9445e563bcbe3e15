package shapes.outside;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;

/** Streams and connections that lead out of the heap. */
class Scenario {
    static void run() throws Exception {
        new Greeting().read(Device.stream("hi\n"));
        try {
            new Greeting().read(Device.stream(""));
        } catch (IOException expected) {
            // It is what is recorded.
        }
        new Greeting().write("Ann", Device.sink());
        Ledger ledger = new Ledger(Device.connect());
        ledger.balance("ann");
        ledger.close();
    }
}

/** What a driver gives; the thread stands for all that no test has. */
class Device {
    static InputStream stream(String text) {
        return new Source(text.getBytes());
    }

    static OutputStream sink() {
        return new Sink();
    }

    static Connection connect() {
        return new Wire();
    }

    private static class Source extends InputStream {
        private final Thread pump = new Thread(() -> { });
        private final byte[] bytes;
        private int at;

        Source(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public int read() throws IOException {
            if (bytes.length == 0) {
                throw new IOException("the line is dead");
            }
            return at < bytes.length ? bytes[at++] : -1;
        }
    }

    private static class Sink extends OutputStream {
        private final Thread pump = new Thread(() -> { });
        private int sum;

        @Override
        public void write(int value) {
            sum += value;
        }
    }

    private static class Wire implements Connection {
        private final Thread pump = new Thread(() -> { });
        private final long session = System.nanoTime();
        private boolean isClosed;

        @Override
        public List<Integer> query(String statement, Object... values) {
            List<Integer> rows = new ArrayList<>();
            rows.add(statement.length());
            rows.add(values.length);
            return rows;
        }

        @Override
        public boolean isClosed() {
            return isClosed;
        }

        @Override
        public void close() {
            isClosed = true;
        }

        @Override
        public Connection unwrapped() {
            return this;
        }
    }
}

interface Connection extends AutoCloseable {
    List<Integer> query(String statement, Object... values);

    boolean isClosed();

    @Override
    void close();

    Connection unwrapped();
}

class Greeting {
    public String read(InputStream in) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
        }
        return "They say " + text.toString().trim();
    }

    public int write(String name, OutputStream out) throws IOException {
        String text = "Hi " + name;
        for (char letter : text.toCharArray()) {
            out.write(letter);
        }
        return text.length();
    }
}

class Ledger {
    private final Connection connection;

    Ledger(Connection connection) {
        this.connection = connection;
    }

    public int balance(String account) {
        int sum = 0;
        for (int row : connection.unwrapped().query("select amount from " + account, account)) {
            sum += row;
        }
        return sum;
    }

    public boolean close() {
        boolean wasOpen = !connection.isClosed();
        connection.close();
        return wasOpen && connection.isClosed();
    }
}
