package targets.forms.records;

import io.reenact.serial.*;

/** Records have a form without being asked; an annotation gives it another version. */
public class Records {
    public record Plain(int x, String name) {} // writes: 1 (int x, String name) // reads: 1 (int x, String name)

    @Serializer(version = 2)
    public record Money(long cents, String currency) { // writes: 2 (long cents, String currency) // reads: 2 (long cents, String currency)
        @Deserializer(version = 1)
        public static Money euros(long cents) { return new Money(cents, "EUR"); } // reads: 1 (long cents)
    }

    public record Checked(int percent) { // writes: 1 (int percent)
        public Checked { // reads: 1 (int percent)
            if (percent < 0 || percent > 100) throw new IllegalArgumentException("percent " + percent);
        }
    }

    record Hidden(int x) {} // writes: 1 (int x) // reads: 1 (int x) // unusable: Class // unusable: PackagePrivate
}
