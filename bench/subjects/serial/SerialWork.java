package dev.reenact.bench;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import io.reenact.serial.Deserializer;
import io.reenact.serial.Encoding;
import io.reenact.serial.Forms;
import io.reenact.serial.Serializer;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Writes and reads the same objects with several libraries, in turns, and prints nanoseconds and bytes. */
public class SerialWork {
    /** A class with private state and an invariant. */
    public static final class Customer implements Serializable {
        private static final long serialVersionUID = 1L;
        private long id;
        private String name;
        private String email;
        private int points;
        private boolean active;

        private Customer() {}

        @Deserializer(version = 2)
        @JsonCreator
        public Customer(@JsonProperty("id") long id, @JsonProperty("name") String name, @JsonProperty("email") String email,
                @JsonProperty("points") int points, @JsonProperty("active") boolean active) {
            if (points < 0) throw new IllegalArgumentException("points " + points);
            this.id = id;
            this.name = name;
            this.email = email;
            this.points = points;
            this.active = active;
        }

        @Deserializer(version = 1)
        public static Customer named(long id, String name) { return new Customer(id, name, "", 0, true); }

        public record Form(long id, String name, String email, int points, boolean active) {}

        @Serializer(version = 2)
        public Form form() { return new Form(id, name, email, points, active); }

        public long getId() { return id; }
        public String getName() { return name; }
        public String getEmail() { return email; }
        public int getPoints() { return points; }
        public boolean isActive() { return active; }

        @Override
        public boolean equals(Object o) { return o instanceof Customer && ((Customer) o).form().equals(form()); }

        @Override
        public int hashCode() { return form().hashCode(); }
    }

    public record Line(String sku, String name, int quantity, double price) implements Serializable {}

    /** An order of a customer, by its accessors. */
    @Serializer
    public static final class Order implements Serializable {
        private static final long serialVersionUID = 1L;
        private long id;
        private Customer customer;
        private List<Line> lines;
        private String note;

        private Order() {}

        @Deserializer
        @JsonCreator
        public Order(@JsonProperty("id") long id, @JsonProperty("customer") Customer customer,
                @JsonProperty("lines") List<Line> lines, @JsonProperty("note") String note) {
            if (lines.isEmpty()) throw new IllegalArgumentException("an order has lines");
            this.id = id;
            this.customer = customer;
            this.lines = new ArrayList<>(lines);
            this.note = note;
        }

        public long getId() { return id; }
        public Customer getCustomer() { return customer; }
        public List<Line> getLines() { return lines; }
        public String getNote() { return note; }

        @Override
        public boolean equals(Object o) {
            return o instanceof Order && ((Order) o).lines.equals(lines) && ((Order) o).customer.equals(customer)
                    && ((Order) o).note.equals(note);
        }

        @Override
        public int hashCode() { return lines.hashCode(); }
    }

    interface Library {
        byte[] write(Object object) throws Exception;

        Object read(byte[] bytes) throws Exception;
    }

    static Library forms(Encoding encoding) {
        Forms forms = Forms.allowing(Customer.class, Order.class, Line.class);
        return new Library() {
            @Override
            public byte[] write(Object object) { return forms.write(object, encoding); }

            @Override
            public Object read(byte[] bytes) { return forms.read(bytes, encoding); }
        };
    }

    static Library jackson(Class<?> type) {
        ObjectMapper mapper = new ObjectMapper();
        ObjectWriter writer = mapper.writerFor(type);
        ObjectReader reader = mapper.readerFor(type);
        return new Library() {
            @Override
            public byte[] write(Object object) throws Exception { return writer.writeValueAsBytes(object); }

            @Override
            public Object read(byte[] bytes) throws Exception { return reader.readValue(bytes); }
        };
    }

    static Library kryo() {
        Kryo kryo = new Kryo();
        for (Class<?> type : new Class<?>[] {Customer.class, Order.class, Line.class, ArrayList.class}) kryo.register(type);
        Output output = new Output(1 << 16, -1);
        Input input = new Input();
        return new Library() {
            @Override
            public byte[] write(Object object) {
                output.reset();
                kryo.writeClassAndObject(output, object);
                return output.toBytes();
            }

            @Override
            public Object read(byte[] bytes) {
                input.setBuffer(bytes);
                return kryo.readClassAndObject(input);
            }
        };
    }

    static Library java() {
        return new Library() {
            @Override
            public byte[] write(Object object) throws Exception {
                ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
                try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
                    out.writeObject(object);
                }
                return bytes.toByteArray();
            }

            @Override
            public Object read(byte[] bytes) throws Exception {
                try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes))) {
                    return in.readObject();
                }
            }
        };
    }

    static Object sink;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** Nanoseconds of CPU time of one operation, over at least so many milliseconds: other programs do not count. */
    static double measure(Library library, Object object, byte[] bytes, boolean isWriting, long millis) throws Exception {
        long count = 0;
        long start = THREADS.getCurrentThreadCpuTime();
        long elapsed;
        do {
            for (int i = 0; i < 100; i++) {
                sink = isWriting ? library.write(object) : library.read(bytes);
            }
            count += 100;
            elapsed = THREADS.getCurrentThreadCpuTime() - start;
        } while (elapsed < millis * 1_000_000);
        return (double) elapsed / count;
    }

    static double median(double[] values) {
        Arrays.sort(values);
        return values[values.length / 2];
    }

    public static void main(String[] args) throws Exception {
        int rounds = Integer.parseInt(args[0]);
        long millis = Long.parseLong(args[1]);
        Customer customer = new Customer(4711, "Ada Lovelace", "ada@example.org", 120, true);
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < 20; i++) lines.add(new Line("SKU-" + i, "Article number " + i, i + 1, 9.5 + i));
        Order order = new Order(815, customer, lines, "leave it at the \"back\" door");
        Map<String, Object> objects = new LinkedHashMap<>();
        objects.put("customer", customer);
        objects.put("order", order);
        for (Map.Entry<String, Object> each : objects.entrySet()) {
            Object object = each.getValue();
            Map<String, Library> libraries = new LinkedHashMap<>();
            libraries.put("reenact-json", forms(Encoding.JSON));
            libraries.put("reenact-cbor", forms(Encoding.CBOR));
            libraries.put("jackson", jackson(object.getClass()));
            libraries.put("kryo", kryo());
            libraries.put("java", java());
            Map<String, double[][]> times = new LinkedHashMap<>();
            for (Map.Entry<String, Library> library : libraries.entrySet()) {
                byte[] bytes = library.getValue().write(object);
                if (!object.equals(library.getValue().read(bytes))) throw new AssertionError(library.getKey());
                System.out.println("size " + each.getKey() + " " + library.getKey() + " " + bytes.length);
                times.put(library.getKey(), new double[2][rounds]);
            }
            // The first rounds warm up.
            for (int round = -3; round < rounds; round++) {
                for (Map.Entry<String, Library> library : libraries.entrySet()) {
                    byte[] bytes = library.getValue().write(object);
                    double write = measure(library.getValue(), object, bytes, true, millis);
                    double read = measure(library.getValue(), object, bytes, false, millis);
                    if (round >= 0) {
                        times.get(library.getKey())[0][round] = write;
                        times.get(library.getKey())[1][round] = read;
                    }
                }
            }
            for (Map.Entry<String, double[][]> time : times.entrySet()) {
                System.out.println("write " + each.getKey() + " " + time.getKey() + " " + median(time.getValue()[0]));
                System.out.println("read " + each.getKey() + " " + time.getKey() + " " + median(time.getValue()[1]));
            }
        }
    }
}
