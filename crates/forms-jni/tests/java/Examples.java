import io.reenact.serial.*;
import java.lang.invoke.MethodHandles;
import java.nio.charset.StandardCharsets;
import java.util.*;
import targets.forms.carriers.Carriers;
import targets.forms.foo.Foo;
import targets.forms.list.LinkedList;
import targets.forms.monitor.ServerMonitor;
import targets.forms.point.Point;
import targets.forms.range.Range;
import targets.forms.records.Records;
import targets.forms.refused.Refused;
import targets.forms.versions.Versions;

/** Every example of "Towards Better Serialization", written and read. */
public class Examples {
    static Class<?> internalState() throws Exception {
        return Class.forName("targets.forms.foo.InternalState", false, Examples.class.getClassLoader());
    }

    static String json(Object object) {
        return new String(Forms.encode(object, Encoding.JSON), StandardCharsets.UTF_8);
    }

    /** Writes an object in each encoding, reads it, and writes it again: the same bytes each time. */
    static Object show(Object object, Class<?>... allowed) {
        System.out.println(json(object));
        Object read = null;
        for (Encoding encoding : Encoding.values()) {
            byte[] first;
            try {
                first = Forms.encode(object, encoding);
            } catch (FormException refusal) {
                System.out.println("  " + encoding + ": " + refusal.getMessage());
                continue;
            }
            Object made = Forms.decode(first, encoding, allowed);
            if (made.getClass() != object.getClass() || made == object) {
                throw new AssertionError(encoding + ": " + made);
            }
            if (!Arrays.equals(first, Forms.encode(made, encoding))) {
                throw new AssertionError(encoding + " is not stable");
            }
            read = encoding == Encoding.JSON ? made : read;
        }
        return read;
    }

    static void refused(String document, Class<?>... allowed) {
        try {
            Object made = Forms.decode(document.getBytes(StandardCharsets.UTF_8), Encoding.JSON, allowed);
            System.out.println("  accepted: " + json(made));
        } catch (RuntimeException error) {
            System.out.println("  " + error.getClass().getSimpleName() + ": " + error.getMessage());
        }
    }

    static void unwritable(Object object) {
        try {
            System.out.println("  written: " + json(object));
        } catch (FormException error) {
            // The numbers in the name of a lambda's class differ between JVMs.
            System.out.println("  " + error.getMessage().replaceAll("Lambda\\S*", "Lambda"));
        }
    }

    public static void main(String[] args) throws Exception {
        Point point = (Point) show(new Point(3, -4), Point.class);
        System.out.println("  " + point.x() + " " + point.getY());

        show(Range.make(1, 5), Range.class);
        refused("{\"$class\":\"targets.forms.range.Range\",\"$version\":2,\"lo\":5,\"hi\":1}", Range.class);
        refused("{\"$class\":\"targets.forms.range.Range\",\"$version\":1,\"hi\":7}", Range.class);
        refused("{\"$class\":\"targets.forms.range.Range\",\"$version\":3,\"hi\":7}", Range.class);

        LinkedList list = new LinkedList();
        list.add("one");
        list.add(2);
        list.add(Range.make(0, 1));
        show(list, LinkedList.class, Range.class);

        show(new ServerMonitor("db-1"), ServerMonitor.class);

        Foo foo = new Foo("four");
        show(foo, Foo.class, internalState());

        show(Carriers.Account.open("ann", 12L, true), Carriers.Account.class);
        refused("{\"$class\":\"targets.forms.carriers.Carriers$Account\",\"$version\":2,\"owner\":\"bob\",\"balance\":-1}",
                Carriers.Account.class);
        refused("{\"$class\":\"targets.forms.carriers.Carriers$Account\",\"$version\":1,\"owner\":\"bob\"}",
                Carriers.Account.class);

        show(new Versions(1, 2, 3), Versions.class);
        refused("{\"$class\":\"targets.forms.versions.Versions\",\"$version\":3,\"a\":1,\"b\":2}", Versions.class);
        refused("{\"$class\":\"targets.forms.versions.Versions\",\"$version\":1,\"a\":\"x\"}", Versions.class);

        show(new Records.Money(5, "EUR"), Records.Money.class);
        refused("{\"$class\":\"targets.forms.records.Records$Checked\",\"$version\":1,\"percent\":101}", Records.Checked.class);

        // Not sliced, not inherited, not lambdas.
        unwritable(new Refused.Sub(1, "secret"));
        unwritable(new Refused().new Inner(1));
        unwritable((Runnable) () -> {});
        unwritable(new Object());
        // A list that holds itself.
        List<Object> self = new ArrayList<>();
        LinkedList around = new LinkedList();
        self.add(around);
        around.add(self);
        unwritable(self);
        // Members that only their own package can call.
        Object closed = Neighbour.closed();
        unwritable(closed);
        byte[] written = Neighbour.forms(closed.getClass()).write(closed, Encoding.JSON);
        System.out.println("  " + new String(written, StandardCharsets.UTF_8));
    }

    /** A class in this package, whose members are package-private and not open. */
    static class Neighbour {
        private final int size;

        @Deserializer
        Neighbour(int size) { this.size = size; }

        @Serializer
        int size() { return size; }

        static Object closed() { return new Neighbour(7); }

        static Forms forms(Class<?> type) { return Forms.allowing(type).calledBy(MethodHandles.lookup()); }
    }
}
